/** Shape of one namespace of the base catalogue; the generator's own type refuses keys named like another namespace. */
export type { BaseTranslation as BaseNamespace } from 'typesafe-i18n';
