import type { PatternScan } from '@nuances/domain/patterns/scan-groups';
import { sidesOfPattern, type Pattern } from '@nuances/domain/patterns/scan-patterns';
import type { LocalDay } from '@nuances/domain/local-day';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { Button } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { Glyph } from '@nuances/ui/glyph';
import { useId, useState } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { PatternScans } from './pattern-scans.tsx';
import { PatternStrip } from './pattern-strip.tsx';
import { patternWords } from './pattern-words.ts';
import styles from './insights.module.css';

interface Props {
  readonly pattern: Pattern;
  /** The scans that were searched for patterns, in time order. */
  readonly scans: readonly PatternScan[];
  readonly today: LocalDay;
  /** Undefined for a pattern that cannot be hidden, because the person asked for it. */
  readonly onHide?: (() => void) | undefined;
}

/** One pattern: its sentence, both means on a scale, counts, size, uncertainty, and links to its scans. */
export function PatternEntry({ pattern, scans, today, onHide }: Props) {
  const words = useI18n();
  const { LL } = words;
  const id = useId();
  const [open, setOpen] = useState(false);
  const { sentence, inside, outside, counts, size } = patternWords(words, pattern);
  return (
    <article className={styles.entry} aria-labelledby={`${id}-sentence`}>
      <Glyph hue={pattern.axis} size={24} className={styles.glyph} />
      <h2 id={`${id}-sentence`} className={styles.sentence}>
        <UnbrokenWords>{sentence}</UnbrokenWords>
      </h2>
      <div className={styles.body}>
        <PatternStrip
          axis={pattern.axis}
          inside={pattern.inside}
          outside={pattern.outside}
          insideText={inside}
          outsideText={outside}
        />
        <p className="visually-hidden">{`${inside}, ${outside}`}</p>
        <p className={styles.caption}>{counts}</p>
        <p className={styles.caption}>{size}</p>
        <p className={styles.caption}>{LL.insight.chance()}</p>
        <div className={`${styles.actions} screen-only`}>
          <Button
            variant="quiet"
            size="small"
            aria-expanded={open}
            aria-controls={`${id}-scans`}
            onClick={() => setOpen(!open)}
          >
            <span className={styles.open}>
              {open ? LL.insight.close() : LL.insight.open()}
              <Icon name={open ? 'up' : 'down'} size={18} />
            </span>
          </Button>
          {onHide ? (
            <Button variant="quiet" size="small" onClick={onHide}>
              <span>
                <UnbrokenWords>{LL.insight.hide()}</UnbrokenWords>
              </span>
            </Button>
          ) : null}
        </div>
        <div id={`${id}-scans`} className={styles.scans} hidden={!open}>
          {open ? <Sides pattern={pattern} scans={scans} today={today} titles={[inside, outside]} /> : null}
        </div>
      </div>
    </article>
  );
}

interface SidesProps extends Pick<Props, 'pattern' | 'scans' | 'today'> {
  readonly titles: readonly [inside: string, outside: string];
}

/** The scans of both sides of the comparison. */
function Sides({ pattern, scans, today, titles }: SidesProps) {
  const sides = sidesOfPattern(scans, pattern, today);
  if (!sides) return null;
  const { inside, outside } = sides;
  return (
    <>
      <PatternScans axis={pattern.axis} title={titles[0]} scans={inside} />
      <PatternScans axis={pattern.axis} title={titles[1]} scans={outside} />
    </>
  );
}
