/** The screens that load all own scans; such a call counts as opening one. Apart from the schemas, for the browser. */
export const scanSources = ['history', 'stats'] as const;
