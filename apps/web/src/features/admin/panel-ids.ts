/** The panels from top to bottom. A first visit loads them with the routes: this file imports no panel. */
export const panelIds = ['growth', 'landing', 'sessions', 'quiz', 'activity'] as const;

/** The charts below them. */
export const trendIds = ['signups', 'active'] as const;

export type PanelId = (typeof panelIds)[number];

/** What can be shown as a table: a panel, or a chart below them. */
export type TableId = PanelId | (typeof trendIds)[number];
