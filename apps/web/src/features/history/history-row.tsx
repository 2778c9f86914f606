import { axisIds } from '@nuances/domain/axes';
import { countText } from '@nuances/i18n/plural';
import { Bloom } from '@nuances/ui/bloom';
import { Button } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { Menu } from '@nuances/ui/menu';
import { MiniScale } from '@nuances/ui/mini-scale';
import { SceneImage } from '@nuances/ui/scene-image';
import { ValuePair } from '@nuances/ui/value-pair';
import { Link } from '@tanstack/react-router';
import { ClearMark } from '../../components/clear-mark.tsx';
import { TagList } from '../../components/tag-list.tsx';
import { scanImage } from '../../i18n/scan-image.ts';
import { answersSentence, nearPole } from '../../i18n/scan-labels.ts';
import { scanMoment } from '../../i18n/scan-time.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import type { ShownScan } from '../../offline/scans.ts';
import styles from './history-row.module.css';

/** Radius of the hole of a row's bloom, in bloom units. */
const hole = 58;
const rim = 6;

interface Props {
  readonly scan: ShownScan;
  readonly linked: number;
  readonly tags: readonly string[];
  /** Of a scan that came unsealed to a vault: whether it is sealed by now. */
  readonly clear: boolean | undefined;
  readonly onNotes: () => void;
  readonly onDelete: () => void;
}

/** One saved scan: bloom, date and time, name of its image, and its seven values. */
export function HistoryRow({ scan, linked, tags, clear, onNotes, onDelete }: Props) {
  const words = useI18n();
  const { LL, locale } = words;
  const moment = scanMoment(words, { at: scan.createdAt, moment: scan.moment });
  const image = scanImage(LL, scan.answers);

  return (
    <article className={styles.row} aria-label={LL.history.row.name({ when: moment.sentence, image: image.name })}>
      <Bloom
        className={styles.bloom}
        drawnAt={140}
        answers={scan.answers}
        innerRadius={hole}
        motion={null}
        label={answersSentence(LL, scan.answers)}
        centre={<SceneImage index={image.index} r={hole - rim} />}
      />
      <header className={styles.head}>
        <h2 className="t-h3">
          <Link
            to="/history/$id"
            params={{ id: scan.id }}
            state={{ fromHistory: true }}
            className={styles.open}
            aria-label={LL.history.open({ when: moment.sentence })}
          >
            {moment.day}
          </Link>
        </h2>
        <p className={styles.when}>
          {moment.time === null ? null : (
            <>
              {moment.time} <span aria-hidden="true">·</span>{' '}
            </>
          )}
          {image.name}
        </p>
        {clear === undefined ? null : <ClearMark className={styles.clear} isPlain isSealed={clear} />}
      </header>
      {linked > 0 ? (
        <Button className={`${styles.notes} screen-only`} size="small" icon="note" onClick={onNotes}>
          {countText(LL.history.notes, locale, linked)}
          <Icon className={styles.into} name="right" />
        </Button>
      ) : null}
      <div className={`${styles.menu} screen-only`}>
        <Menu
          label={LL.history.menu({ date: moment.sentence })}
          items={[{ id: 'delete', label: LL.action.delete(), icon: 'trash', danger: true, onSelect: onDelete }]}
        />
      </div>
      {tags.length > 0 ? (
        <div className={styles.tags}>
          <TagList tags={tags} />
        </div>
      ) : null}
      <p className={`${styles.words} print-only`}>{answersSentence(LL, scan.answers)}</p>
      <div className={styles.scales} aria-hidden="true">
        {axisIds.map((axis, index) => (
          <MiniScale
            key={axis}
            hue={axis}
            value={scan.answers[index] ?? 1}
            left={LL.axis[axis].left()}
            right={LL.axis[axis].right()}
          />
        ))}
      </div>
      <div className={styles.pairs} aria-hidden="true">
        {axisIds.map((axis, index) => (
          <ValuePair
            key={axis}
            hue={axis}
            value={scan.answers[index] ?? 1}
            name={nearPole(LL, axis, scan.answers[index] ?? 1)}
          />
        ))}
      </div>
    </article>
  );
}
