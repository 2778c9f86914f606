/** The panels from top to bottom. A first visit loads them with the routes: this file imports no panel. */
export const panelIds = ['growth', 'landing', 'sessions', 'quiz', 'activity'] as const;

/** The charts below them. */
export const trendIds = ['signups', 'active'] as const;

export type PanelId = (typeof panelIds)[number];

/** What can be shown as a table: a panel, a chart below them, the last runs. */
export const tableIds = [...panelIds, ...trendIds, 'runs'] as const;

export type TableId = (typeof tableIds)[number];
