/**
 * Erases everything sealed and gives the account a key of the server.
 * @param word that the person typed, as the dialog asks
 * @throws as the call does
 */
export async function beginAnew(_password: string, _word: string): Promise<void> {
  throw new Error('not built yet');
}
