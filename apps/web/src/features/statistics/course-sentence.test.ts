import type { Locale } from '@nuances/domain/locales';
import { i18nObject } from '@nuances/i18n/i18n-util';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';
import { wholePeriod } from '@nuances/domain/statistics/period';
import type { MeanUnit } from '@nuances/domain/statistics/scan-means';
import { describe, expect, it } from 'vitest';
import { chartPoints } from './chart-points.ts';
import { courseDays, courseSentences } from './course-sentence.ts';

loadAllLocales();

/** The sentences about scans whose seven answers are the same, a given number of days apart. */
function said(answers: readonly number[], locale: Locale, unit: MeanUnit | null = null, days = 1, now?: Date) {
  const scans = answers.map((answer, index) => ({
    id: String(index),
    at: new Date(2024, 9, 28 + index * days, 12).getTime(),
    answers: Array.from({ length: 7 }, () => answer),
    moment: 'exact' as const,
  }));
  const period = wholePeriod(scans[0]?.at ?? Number.NaN, scans.at(-1)?.at ?? Number.NaN);
  const sentences = courseSentences({ LL: i18nObject(locale), locale }, scans, chartPoints(scans, period, unit), now);
  expect(sentences.map(({ axis }) => axis)).toEqual(['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple']);
  const [first] = sentences;
  return { short: first?.short, long: first?.long };
}

describe('the sentence about a line', () => {
  it('names first, last, lowest and highest answer with their first days, and steadiness', () => {
    expect(said([5, 3, 7, 3, 7, 6], 'fr')).toEqual({
      short: 'De 5 à 6, entre 3 (29.10.24) et 7 (30.10.24)\u202F; très variable.',
      long: 'De 5 à 6 sur la période\u202F; au plus bas 3 le 29\u00A0oct.\u00A02024, au plus haut 7 le 30\u00A0oct.\u00A02024\u202F; très variable.',
    });
    expect(said([5, 5, 6, 6], 'en').short).toBe('From 5 to 6, between 5 (28.10.24) and 6 (30.10.24); steady.');
  });

  it('says nothing about steadiness below four scans', () => {
    expect(said([5, 9], 'fr')).toEqual({
      short: 'De 5 à 9, entre 5 (28.10.24) et 9 (29.10.24).',
      long: 'De 5 à 9 sur la période\u202F; au plus bas 5 le 28\u00A0oct.\u00A02024, au plus haut 9 le 29\u00A0octobre\u00A02024.',
    });
  });

  it('tells the year of a day in little room too, unless it is the running one', () => {
    expect(said([5, 3, 6, 7], 'fr', null, 30, new Date(2025, 0, 27)).short).toBe(
      'De 5 à 7, entre 3 (27.11.24) et 7 (26\u00A0janv.)\u202F; très variable.',
    );
  });

  it('is short about one scan, and about one answer', () => {
    expect(said([4], 'fr').long).toBe('Un seul scan\u00A0: 4, le 28\u00A0octobre\u00A02024.');
    expect(said([4, 4, 4, 4, 4], 'en').short).toBe('Always 4.');
  });

  it('leaves out the week that is still running', () => {
    const scans = [2, 4, 9].map((answer, week) => ({
      id: String(week),
      at: new Date(2024, 9, 28 + week * 7, 12).getTime(),
      answers: Array.from({ length: 7 }, () => answer),
      moment: 'exact' as const,
    }));
    const words = { LL: i18nObject('fr'), locale: 'fr' } as const;
    const period = wholePeriod(scans[0]?.at ?? Number.NaN, scans[2]?.at ?? Number.NaN);
    const say = (now: Date) => courseSentences(words, scans, chartPoints(scans, period, 'week'), now)[0]?.short;
    expect(say(new Date(2024, 10, 13))).toBe('De 2 à 4, entre 2 (28\u00A0oct.) et 4 (4\u00A0nov.).');
    expect(say(new Date(2024, 10, 18))).toBe('De 2 à 9, entre 2 (28\u00A0oct.) et 9 (11\u00A0nov.).');
    const days = (now: Date) => courseDays(words, chartPoints(scans, period, 'week'), now);
    expect(days(new Date(2024, 10, 13))).toBe('du 28 oct. au 10 novembre');
    expect(days(new Date(2024, 10, 18))).toBe('du 28 oct. au 17 novembre');
    expect(courseDays(words, chartPoints(scans, period, null))).toBe('du 28 oct. 2024 au 11 novembre 2024');
  });

  it('says once what the only week or month was', () => {
    expect(said([5, 3, 8, 6], 'fr', 'week').long).toBe('Une seule semaine\u00A0: 5,5 en moyenne, de 3 à 8.');
    expect(said([5, 3], 'en', 'month').short).toBe('One month: 4.0 on average, from 3 to 5.');
    expect(said([4, 4, 4, 4], 'fr', 'week').long).toBe('Toujours 4.');
  });

  it('tells the year of every month of ten years', () => {
    const answers = Array.from({ length: 120 }, (_, month) => (month === 40 ? 1 : 5 + (month % 2)));
    expect(said(answers, 'fr', 'month', 30.4, new Date(2040, 0)).long).toBe(
      'Par mois, de 5,0 à 6,0\u202F; au plus bas 1,0 (février\u00A02028), au plus haut 6,0 (novembre\u00A02024)\u202F; stable.',
    );
  });

  it('names the means of weeks and months where the line shows these', () => {
    const answers = [5, 6, 3, 3, 9, 9];
    expect(said(answers, 'fr', 'week', 4).long).toBe(
      'Par semaine, de 5,5 à 9,0\u202F; au plus bas 3,0 (semaine du 4\u00A0nov.\u00A02024), au plus haut 9,0 (semaine du 11\u00A0nov.\u00A02024)\u202F; très variable.',
    );
    expect(said(answers, 'fr', 'week', 4).short).toBe(
      'De 5,5 à 9, entre 3 (04.11.24) et 9 (11.11.24)\u202F; très variable.',
    );
    expect(said(answers, 'en', 'month', 10).long).toBe(
      'By month, from 5.0 to 9.0; lowest 4.0 (November\u00A02024), highest 9.0 (December\u00A02024); very varied.',
    );
  });
});
