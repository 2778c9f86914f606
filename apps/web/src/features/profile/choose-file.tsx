import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { useRef, type ReactNode } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './choose-file.module.css';
import config from './config.module.css';

interface Props {
  readonly text: string;
  /** Label of the button, and name of the field behind it. */
  readonly button: string;
  /** Endings and types that the system offers first. */
  readonly accept: string;
  /** A file is being read. */
  readonly busy: boolean;
  readonly onChoose: (file: File) => void;
  /** Why the last file was not taken. */
  readonly children: ReactNode;
}

/** A button that chooses a file, with what went wrong below it. */
export function ChooseFile({ text, button, accept, busy, onChoose, children }: Props) {
  const { LL } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <p className={config.text}>{text}</p>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={button}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onChoose(file);
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
      <Button
        className={config.action}
        variant="outline"
        busy={busy}
        busyLabel={LL.profile.config.restore.reading()}
        onClick={() => input.current?.click()}
      >
        {button}
      </Button>
      <FormMessage kind="error" className={styles.message}>
        {children}
      </FormMessage>
    </>
  );
}
