/**
 * A masked address that its owner recognises: the first letter of its two halves and the ending. `lea@example.fr` reads `l***@e***.fr`.
 */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  const ending = domain.slice(domain.lastIndexOf('.'));
  return `${local.slice(0, 1)}***@${domain.slice(0, 1)}***${ending}`;
}
