import { toApiError } from '@nuances/domain/api-error';
import { oneTimeCode } from '@nuances/domain/second-factor';
import { CodeField } from '@nuances/ui/code-field';
import { Button, buttonClass } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { IconButton } from '@nuances/ui/icon-button';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { trpc } from '../../api/queries.tsx';
import { useUnrepeatable } from '../../components/form/use-unrepeatable.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';
import { copyText } from '../../components/copy-text.ts';
import { RequiredNote } from '../../components/required-note.tsx';
import styles from './security.module.css';
import { encode } from 'uqr';

interface Props {
  /** The secret as text, and as the address of a code app. */
  readonly secret: string;
  readonly address: string;
  /** Whether codes are on. Rejects as the call does. */
  readonly areOn: () => Promise<boolean>;
  /** Null where the answer with the codes was lost. */
  readonly onDone: (backupCodes: readonly string[] | null) => void;
}

/** The secret for a code app, and the field for the first code, which turns the codes on. */
export function CodesSetup({ secret, address, areOn, onDone }: Props) {
  const { LL } = useI18n();
  const words = LL.codes;
  const [code, setCode] = useState('');
  const [error, setError] = useState<(() => string) | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const confirm = trpc.security.confirmCodes.useMutation();
  const unrepeatable = useUnrepeatable();
  const busy = confirm.isPending;
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);

  const send = async (digits: string) => {
    if (busy) return;
    setError(null);
    const wasDone = async () => {
      if (!(await areOn())) throw new Error('codes are off');
    };
    try {
      const done = await unrepeatable(secret, () => confirm.mutateAsync({ code: digits }), 'codeWrong', wasDone);
      onDone(done?.backupCodes ?? null);
    } catch (thrown) {
      setCode('');
      setError(() => sentenceOf(toApiError(thrown)));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === oneTimeCode.digits) void send(code);
  };

  return (
    <form className={styles.setup} noValidate onSubmit={submit}>
      <QrCode text={address} label={words.qrName()} />
      <div className={styles.sameDevice}>
        <Icon name="device" size={24} />
        <span className={styles.grow}>{words.sameDevice()}</span>
        <a className={buttonClass()} href={address}>
          {words.openApp()}
        </a>
      </div>
      <div className={styles.secretLine}>
        <div className={styles.grow}>
          <p className="t-ui">{words.secret()}</p>
          <p className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
        </div>
        <IconButton
          icon="copy"
          outlined
          label={words.copy()}
          onClick={() => void copyText(secret, LL.codes.copied())}
        />
      </div>
      <RequiredNote />
      <CodeField
        length={oneTimeCode.digits}
        ref={field}
        label={words.first()}
        value={code}
        onChange={(next) => {
          setCode(next);
          if (next !== '') setError(null);
        }}
        onComplete={(digits) => void send(digits)}
        error={error?.()}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={busy}
        busyLabel={words.submit()}
        disabled={code.length < oneTimeCode.digits}
        onRefused={() => field.current?.focus()}
      >
        {words.submit()}
      </Button>
    </form>
  );
}

/** Modules of white around the code; readers need them (ISO/IEC 18004). */
const margin = 4;

/** A text as a QR code, black on white by day and by night: readers know nothing else. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: margin });
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={modules.join('')} />
    </svg>
  );
}
