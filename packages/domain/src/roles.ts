/** Who may do what: admins see usage statistics, nothing else differs. */
export const roles = ['user', 'admin'] as const;

export type Role = (typeof roles)[number];

export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}
