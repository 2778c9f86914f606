/** The parts of the screen, in the order of its menu. */
export const profileTabs = ['profile', 'config', 'logout'] as const;

export type ProfileTab = (typeof profileTabs)[number];
