/** Joins the class names that are not empty; CSS Modules and optional props may be undefined. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
