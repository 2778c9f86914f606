/** Does something; answers with something else when the system refuses it with one of these codes. */
export async function ifRefused<Result, Other>(
  codes: readonly string[],
  other: Other,
  work: () => Promise<Result>,
): Promise<Result | Other> {
  try {
    return await work();
  } catch (error) {
    if (isFileError(error, ...codes)) return other;
    throw error;
  }
}

/** Whether the system refused with one of these codes, for example 'ENOENT'. */
export function isFileError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}
