/** The panels from top to bottom. A first visit loads them with the routes: this file imports no panel. */
export const panelIds = ['growth', 'landing', 'sessions', 'quiz', 'activity'] as const;

export type PanelId = (typeof panelIds)[number];
