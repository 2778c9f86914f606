import { useI18n } from '../i18n/locale-store.ts';

/** What the star at a label means; once in a form, before its first field. */
export function RequiredNote() {
  const { LL } = useI18n();
  return <p className="t-cap-2">{LL.common.required()}</p>;
}
