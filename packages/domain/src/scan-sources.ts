/**
 * The screens that load all own scans; each such call counts as a view of the screen. Separate from the schemas, to
 * keep them out of the browser's first page.
 */
export const scanSources = ['history', 'stats'] as const;
