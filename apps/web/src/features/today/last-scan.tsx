import { dayOf, type LocalDay } from '@nuances/domain/local-day';
import { Bloom } from '@nuances/ui/bloom';
import { Icon } from '@nuances/ui/icon';
import { SceneImage } from '@nuances/ui/scene-image';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWideLayout } from '../../browser/use-wide-layout.ts';
import { hasAnimatedOn, markAnimated } from '../../browser/today-preferences.ts';
import { useI18n, type I18n } from '../../i18n/locale-store.ts';
import { scanImage } from '../../i18n/scan-image.ts';
import { scanMoment } from '../../i18n/scan-time.ts';
import type { ShownScan } from '../../offline/scans.ts';
import styles from './last-scan.module.css';

/** Radius of the hole, in bloom units; the image leaves a rim of 6. */
const hole = { phone: 58, desk: 62 };
const rim = 6;

/** A sentence that ends with a time, split at the word before the time: « hier », « à 21 h 14 ». */
function splitAtTime(sentence: string, time: string): readonly [string, string] {
  const day = sentence.slice(0, sentence.lastIndexOf(time)).trimEnd();
  const at = day.lastIndexOf(' ');
  return at < 0 ? ['', sentence] : [sentence.slice(0, at), sentence.slice(at + 1)];
}

/** When the scan was made, relative to today: as one sentence, and split before its time. */
function sayWhen(i18n: I18n, { createdAt, moment }: ShownScan, today: LocalDay) {
  const { LL } = i18n;
  const { day, sentence, time } = scanMoment(i18n, { at: createdAt, moment });
  const daysAgo = today - dayOf(Date.parse(createdAt));
  if (time === null || moment !== 'exact') return { when: sentence, split: [day, sentence.slice(day.length)] as const };
  const relative = { 0: LL.today.lastToday, 1: LL.today.lastYesterday }[daysAgo];
  const when = relative?.({ time }) ?? sentence;
  return { when, split: splitAtTime(when, time) };
}

/**
 * The latest scan as one link to its page. Its petals are animated when Today is opened for the first time on a day.
 */
export function LastScan({ scan, today }: { readonly scan: ShownScan; readonly today: LocalDay }) {
  const i18n = useI18n();
  const { LL } = i18n;
  const wide = useWideLayout();
  const [grows] = useState(() => !hasAnimatedOn(today));
  useEffect(() => markAnimated(today), [today]);
  const { when, split } = sayWhen(i18n, scan, today);
  const [before, hour] = split;
  const image = scanImage(LL, scan.answers);
  const innerRadius = wide ? hole.desk : hole.phone;

  return (
    <Link
      to="/history/$id"
      params={{ id: scan.id }}
      className={styles.link}
      aria-label={LL.today.lastName({ when, image: image.name })}
    >
      <Bloom
        className={styles.bloom}
        drawnAt={wide ? 400 : 176}
        answers={scan.answers}
        innerRadius={innerRadius}
        ghosts
        glyphs={wide}
        enter={grows}
        decorative
        centre={<SceneImage index={image.index} r={innerRadius - rim} />}
      />
      <span className={styles.words}>
        <span className="t-cap-2">{LL.today.last()}</span>{' '}
        <span className={styles.when}>
          <span className={styles.moment}>
            <span>{before}</span>
            {scan.moment === 'exact' ? ' ' : null}
            <span className="unbroken">{hour}</span>
          </span>
          <Icon className={styles.onward} name="right" />
        </span>{' '}
        <span className={styles.image}>{image.name}</span>{' '}
        <span className={styles.open}>
          {LL.today.lastOpen()}
          <Icon name="right" size={18} />
        </span>
      </span>
    </Link>
  );
}
