import { axisIds } from '@nuances/domain/axes';
import { answerOf } from '@nuances/domain/scan/scoring';
import { Bloom } from '@nuances/ui/bloom';
import { Icon } from '@nuances/ui/icon';
import { SceneImage } from '@nuances/ui/scene-image';
import { ValuePair } from '@nuances/ui/value-pair';
import { Link } from '@tanstack/react-router';
import { scanImage } from '../../../i18n/scan-image.ts';
import { nearPole } from '../../../i18n/scan-labels.ts';
import { scanMoment, type DatedScan } from '../../../i18n/scan-time.ts';
import { useI18n } from '../../../i18n/locale-store.ts';
import styles from './day-scan.module.css';

/** Radius of the hole, in bloom units; the image leaves a rim of 6. */
const hole = 58;
const rim = 6;

interface Props {
  readonly scan: DatedScan;
  readonly tags: readonly string[];
}

/** A scan of a day: bloom, time, name of its image, seven values and tags. The whole row is a link. */
export function DayScan({ scan, tags }: Props) {
  const words = useI18n();
  const { LL } = words;
  const { day, time, sentence } = scanMoment(words, scan);
  const image = scanImage(LL, scan.answers);
  return (
    <article className={styles.row} aria-label={LL.history.row.name({ when: sentence, image: image.name })}>
      <Bloom
        className={styles.bloom}
        drawnAt={92}
        answers={scan.answers}
        innerRadius={hole}
        motion={null}
        decorative
        centre={<SceneImage index={image.index} r={hole - rim} />}
      />
      <div className={styles.words}>
        <h3 className={styles.head}>
          <Link
            to="/history/$id"
            params={{ id: scan.id }}
            state={{ fromHistory: true }}
            className={styles.open}
            aria-label={LL.history.open({ when: sentence })}
          >
            <span className={styles.time}>{time ?? day}</span>
          </Link>
          <span className="t-small-2">{image.name}</span>
          <Icon className={styles.into} name="right" size={18} />
        </h3>
        <div className={styles.pairs}>
          {axisIds.map((axis) => {
            const value = answerOf(scan.answers, axis);
            return <ValuePair key={axis} hue={axis} value={value} name={nearPole(LL, axis, value)} />;
          })}
        </div>
        {tags.length > 0 ? (
          <p className={styles.tags} dir="auto">
            <Icon name="tag" size={16} />
            {tags.join(' · ')}
          </p>
        ) : null}
      </div>
    </article>
  );
}
