import { readTyped, type RecoveryCode, recoveryGroups } from '@nuances/crypto/vault/recovery-code';
import { Button } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { useRef, useState } from 'react';
import { useI18n } from '../../../i18n/locale-store.ts';
import styles from './recovery-step.module.css';
import { StepPage } from './step-page.tsx';

/** Groups of the code, from 0 on: the first and the last are what one remembers by chance. */
const askable = [1, 2, 3, 4, 5, 6];

/** Two different groups in their order, at random. */
function twoGroups(): readonly [number, number] {
  const first = askable[Math.floor(Math.random() * askable.length)] ?? 1;
  const others = askable.filter((group) => group !== first);
  const second = others[Math.floor(Math.random() * others.length)] ?? 2;
  return first < second ? [first, second] : [second, first];
}

interface Props {
  readonly code: RecoveryCode;
  readonly step?: { readonly at: number; readonly of: number };
  readonly busy?: boolean;
  readonly message?: string | undefined;
  readonly onBack: () => void;
  readonly onRight: () => void;
}

/** Asks for two groups of the code, from the sheet or the file: who can copy them has kept it. */
export function TypedBackStep({ code, step, busy = false, message, onBack, onRight }: Props) {
  const words = useI18n().LL.vault;
  const groups = recoveryGroups(code);
  const [asked] = useState(twoGroups);
  const [typed, setTyped] = useState<readonly string[]>(['', '']);
  const fields = useRef<(HTMLInputElement | null)[]>([]);
  const button = useRef<HTMLButtonElement>(null);
  const states = asked.map((group, index) => {
    const text = typed[index] ?? '';
    if (text.length < 4) return 'short';
    return text === groups[group] ? 'right' : 'wrong';
  });
  const areRight = states.every((state) => state === 'right');

  const type = (index: number, text: string) => {
    const next = typed.with(index, readTyped(text).slice(0, 4));
    setTyped(next);
    if (next[index] !== groups[asked[index] ?? 0]) return;
    const open = asked.findIndex((group, other) => next[other] !== groups[group]);
    if (open >= 0) fields.current[open]?.focus();
    else requestAnimationFrame(() => button.current?.focus());
  };

  return (
    <StepPage
      title={words.back.title()}
      lead={words.back.lead({ first: (asked[0] ?? 0) + 1, second: (asked[1] ?? 0) + 1 })}
      step={step}
      leave={{ icon: 'left', go: onBack }}
      foot={
        <Button
          ref={button}
          variant="primary"
          size="large"
          busy={busy}
          busyLabel={words.open.busy()}
          disabled={!areRight}
          onRefused={() => fields.current[states.findIndex((state) => state !== 'right')]?.focus()}
          onClick={onRight}
        >
          {words.explain.next()}
        </Button>
      }
    >
      <ol className={`${styles.groups} ${styles.back}`}>
        {Array.from(groups.keys(), (group) => {
          const index = asked.indexOf(group);
          const state = states[index];
          return (
            <li key={group} className={styles.group}>
              <span className={styles.index} aria-hidden="true">
                {group + 1}
              </span>
              {index < 0 ? (
                <>
                  <span className={styles.hidden} aria-hidden="true">
                    ••••
                  </span>
                  <span className="visually-hidden">{words.recovery.hiddenName({ index: group + 1 })}</span>
                </>
              ) : (
                <span className={styles.field}>
                  <input
                    ref={(field) => {
                      fields.current[index] = field;
                    }}
                    className={`${styles.input} text-input`}
                    aria-label={words.recovery.group({ index: group + 1 })}
                    aria-required
                    aria-invalid={state === 'wrong' ? true : undefined}
                    aria-describedby="typed-back"
                    value={typed[index] ?? ''}
                    autoComplete="off"
                    autoCapitalize="characters"
                    spellCheck={false}
                    onChange={(event) => type(index, event.target.value)}
                  />
                  {state === 'right' ? <Icon className={styles.tick} name="check" /> : null}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <p id="typed-back" className={styles.message} role="alert" data-right={areRight ? '' : undefined}>
        {states.includes('wrong') ? words.back.wrong() : areRight ? words.back.right() : message}
      </p>
      <div className={styles.see}>
        <Button variant="quiet" size="small" onClick={onBack}>
          {words.back.see()}
        </Button>
      </div>
      <p className={`${styles.note} ${styles.lost}`}>
        <Icon name="info" size={22} />
        <span>{words.back.lost()}</span>
      </p>
    </StepPage>
  );
}
