import { reflectionNumbers, reflectionOf } from '@nuances/domain/reflections';
import { Button } from '@nuances/ui/button';
import { PetalMark } from '@nuances/ui/petal-mark';
import { AppDialog } from './app-dialog.tsx';
import { nearPole, nearPoleThe } from '../i18n/scan-labels.ts';
import { useI18n } from '../i18n/locale-store.ts';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import styles from './reflection-popup.module.css';

interface Props {
  /** Part of the ring, 0 to 6 in data order. */
  readonly index: number;
  readonly answer: number;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onWrite: () => void;
}

/**
 * The three questions of a part. Parts with a low answer and parts with a high answer have different questions but the
 * same layout.
 */
export function ReflectionPopup({ index, answer, open, onClose, onWrite }: Props) {
  const { LL } = useI18n();
  const { axis, part, polarity, nearMiddle } = reflectionOf(index, answer);
  return (
    <AppDialog
      open={open}
      onClose={onClose}
      closeLabel={LL.result.popup.close()}
      wide
      beforeTitle={<PetalMark hue={axis} answer={answer} />}
      eyebrow={LL.result.popup.meta({ part, value: answer })}
      title={nearPole(LL, axis, answer)}
    >
      {nearMiddle ? (
        <p className={styles.middle}>{LL.reflect.middle[polarity]({ pole: nearPoleThe(LL, axis, polarity) })}</p>
      ) : null}
      <ul className={styles.questions}>
        {reflectionNumbers.map((number) => (
          <li key={number}>
            <UnbrokenWords>{LL.reflect[axis][polarity][number]()}</UnbrokenWords>
          </li>
        ))}
      </ul>
      <p className="t-cap">{LL.result.popup.skip()}</p>
      <Button className={styles.write} variant="primary" wide icon="edit" onClick={onWrite}>
        {LL.result.popup.write()}
      </Button>
    </AppDialog>
  );
}
