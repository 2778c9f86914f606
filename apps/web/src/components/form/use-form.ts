import type { ErrorCode } from '@nuances/domain/errors';
import { checkForm } from '@nuances/domain/validation';
import { errorText } from '@nuances/i18n/errors';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { toApiError, type ApiError } from '@nuances/domain/api-error';
import { useBusy } from './use-busy.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';

/** The error of a field: an error code of ours, or a message of the server. */
type FieldError = { readonly code: ErrorCode } | { readonly text: string };

const noErrors: Readonly<Record<string, ErrorCode>> = {};

function asErrors(codes: Readonly<Record<string, ErrorCode>>): Readonly<Record<string, FieldError>> {
  return Object.fromEntries(Object.entries(codes).map(([field, code]) => [field, { code }]));
}

type Message = { readonly kind: 'error' | 'success'; readonly text: () => string } | null;

/** Errors of fields suffice; a failure that is about none has its sentence. */
const sentenceWithoutFields = (failure: ApiError) =>
  Object.keys(failure.fields).length > 0 ? null : sentenceOf(failure);

/**
 * State of a form that is checked with the domain's schema before it is sent: errors by field, one message below the
 * form, busy. The typed values are never changed.
 */
export function useForm(
  schema: Parameters<typeof checkForm>[0],
  /** Errors of an earlier attempt, when they are known already. */
  initialErrors: Readonly<Record<string, ErrorCode>> = noErrors,
) {
  const { LL, locale } = useI18n();
  const [errors, setErrors] = useState<Readonly<Record<string, FieldError>>>({});
  const [message, setMessage] = useState<Message>(null);
  const [busy, run] = useBusy();
  const [lastLocale, setLastLocale] = useState(locale);
  if (lastLocale !== locale) {
    // Messages of the server or of an earlier attempt are in the previous language, and no screen mixes two.
    setLastLocale(locale);
    setMessage(null);
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([, error]) => 'code' in error)));
  }
  const [lastInitialErrors, setLastInitialErrors] = useState('{}');
  const currentInitialErrors = JSON.stringify(initialErrors);
  if (lastInitialErrors !== currentInitialErrors) {
    setLastInitialErrors(currentInitialErrors);
    if (initialErrors !== noErrors) setErrors(asErrors(initialErrors));
  }
  const ref = useRef<HTMLFormElement>(null);
  /** Whether the first invalid field takes the focus after the next render. */
  const isRefused = useRef(false);
  useEffect(() => {
    if (isRefused.current) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    isRefused.current = false;
  }, [errors]);

  const errorOf = (field: string): string | undefined => {
    const error = errors[field];
    if (!error) return undefined;
    return 'code' in error ? errorText(LL.error, locale, error.code) : error.text;
  };

  const clear = (field: string) => setErrors(({ [field]: _gone, ...rest }) => rest);

  return {
    busy,
    message: message && { kind: message.kind, text: message.text() },
    errorOf,
    /** The props of the form element. */
    element: (submit: () => void) => ({
      ref,
      noValidate: true,
      onSubmit(event: FormEvent) {
        event.preventDefault();
        submit();
      },
    }),
    /** Clears the error of a field whose value changes. */
    clear,
    /** The props of a text field: its value, its error and its change handler. */
    fieldOf(name: string, value: string, change: (value: string) => void) {
      return {
        name,
        value,
        error: errorOf(name),
        onChange(next: string) {
          change(next);
          clear(name);
        },
      };
    },
    showMessage(kind: 'error' | 'success', text: () => string) {
      setMessage({ kind, text });
    },
    /** Clears the errors of the last attempt. */
    clearMessages() {
      setMessage(null);
      setErrors({});
    },
    /** Validates, then sends. `failed` returns the message for a failure, or null when the field errors suffice. */
    async submit(
      value: unknown,
      send: () => Promise<void>,
      failed: (failure: ApiError) => (() => string) | null = sentenceWithoutFields,
      extra: Readonly<Record<string, ErrorCode>> = {},
    ): Promise<void> {
      if (busy) return;
      const broken = { ...checkForm(schema, value), ...extra };
      isRefused.current = true;
      setMessage(null);
      setErrors(asErrors(broken));
      if (Object.keys(broken).length > 0) return;
      await run(async () => {
        try {
          await send();
        } catch (error) {
          const failure = toApiError(error);
          isRefused.current = true;
          setErrors(Object.fromEntries(Object.entries(failure.fields).map(([field, text]) => [field, { text }])));
          const text = failed(failure);
          setMessage(text && { kind: 'error', text });
        }
      });
    },
  };
}
