/** Joins the class names that are there; CSS Modules and optional props leave holes. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
