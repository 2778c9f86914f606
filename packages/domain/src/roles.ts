/** Who may do what: admins see usage statistics, nothing else differs. */
export const roles = ['user', 'admin'] as const;

export type Role = (typeof roles)[number];
