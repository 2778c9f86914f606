/** Roles: admins see usage statistics; nothing else differs. */
export const roles = ['user', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Whether a value is a role. */
export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}
