/**
 * Whether an error is PostgreSQL's, with one of these SQLSTATE codes (all when none is given).
 * Drizzle wraps the driver's error: the code is then on its `cause`.
 * @param codes for example '23505', unique violation
 */
export function isPostgresError(error: unknown, ...codes: readonly string[]): boolean {
  const code = sqlState(error);
  return code !== null && (codes.length === 0 || codes.includes(code));
}

/**
 * Repeats work that PostgreSQL refuses with one of these codes.
 * @param tries the last of them rejects with the refusal
 */
export async function retryOn<Result>(
  codes: readonly string[],
  tries: number,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (attempt === tries || !isPostgresError(error, ...codes)) throw error;
    }
}

/** The SQLSTATE of an error or of its causes; null when PostgreSQL did not raise it. */
export function sqlState(error: unknown): string | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    if (current.name === 'PostgresError' && 'code' in current && typeof current.code === 'string') return current.code;
  }
  return null;
}
