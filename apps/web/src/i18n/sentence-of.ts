import type { ApiError } from '@nuances/domain/api-error';
import { currentI18n } from './locale-store.ts';

/** The message for a failed call: that there was no answer, the server's own sentence, or that it was unexpected. */
export function sentenceOf({ code, message }: ApiError): () => string {
  if (code === 'network') return () => currentI18n().LL.error.network();
  if (code === 'server' || message === null) return () => currentI18n().LL.error.unexpected();
  return () => message;
}
