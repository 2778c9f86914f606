import { axisIds } from '@nuances/domain/axes';
import { ResultScale } from '@nuances/ui/result-scale';
import { useI18n } from '../i18n/locale-store.ts';

interface Props {
  readonly answers: readonly number[];
  readonly className: string | undefined;
  /** What is said of kept answers, by the index of their axis. */
  readonly kept: ReadonlyMap<number, string>;
  readonly onOpen: (index: number) => void;
  /** `button`: each marker is a tab stop. `text`: it is not, because the parts of the ring are. */
  readonly markers: 'button' | 'text';
}

/** The seven scales of a scan. A marker opens the questions of its axis. */
export function ScanScales({ answers, className, kept, onOpen, markers }: Props) {
  const { LL } = useI18n();
  return (
    <section className={className} aria-label={LL.result.scales.title()}>
      {axisIds.map((axis, index) => {
        const value = answers[index] ?? 1;
        const name = LL.result.scale.name({ left: LL.axis[axis].leftThe(), right: LL.axis[axis].rightThe(), value });
        const keptName = kept.get(index);
        return (
          <ResultScale
            key={axis}
            hue={axis}
            value={value}
            left={LL.axis[axis].left()}
            right={LL.axis[axis].right()}
            name={keptName === undefined ? name : `${name}. ${keptName}`}
            kept={keptName !== undefined}
            onOpen={() => onOpen(index)}
            marker={markers}
          />
        );
      })}
    </section>
  );
}
