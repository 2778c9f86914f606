import type { Failure } from '../../api/api-error.ts';
import { wordsNow } from '../../i18n/locale-store.ts';

/** What to say about a failed call: that nothing came back, the server's own sentence, or that it was unexpected. */
export function sentenceOf({ code, message }: Failure): () => string {
  if (code === 'network') return () => wordsNow().LL.error.network();
  if (code === 'server' || message === null) return () => wordsNow().LL.error.unexpected();
  return () => message;
}
