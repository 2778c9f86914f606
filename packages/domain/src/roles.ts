/** Who may do what: admins see usage statistics, nothing else differs. */
export const roles = ['user', 'admin'] as const;

/** What an account may do. */
export type Role = (typeof roles)[number];

/** Whether a value is one of our roles. */
export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}
