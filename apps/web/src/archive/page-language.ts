import { axisIds } from '@nuances/domain/axes';
import { longDay } from '@nuances/i18n/dates';
import { currentI18n } from '../i18n/locale-store.ts';
import { profileLabels } from '../i18n/profile-labels.ts';
import type { PageLanguage } from './reader-page.ts';

const namesIn = (texts: Readonly<Record<string, () => string>>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text()]));

/** What the page in an export is written with, in the language of the interface. */
export function pageLanguage(username: string): PageLanguage {
  const { LL, locale } = currentI18n();
  const texts = LL.profile.config.archive;
  const now = new Date();
  const axes = axisIds.map((axis) => ({ left: LL.axis[axis].left(), right: LL.axis[axis].right() }));
  const categories = Object.fromEntries(axisIds.map((axis) => [axis, LL.note.input[axis]()]));
  return {
    locale,
    texts: {
      language: locale,
      title: texts.title(),
      lead: texts.lead({ username, date: longDay(now, locale, new Date(0)) }),
      offline: texts.offline(),
      profile: LL.profile.title(),
      scans: texts.scans(),
      notes: texts.notes(),
      more: texts.more(),
      when: texts.when(),
      tags: texts.tags(),
      points: texts.points(),
      axes,
      categories: { ...categories, other: LL.note.input.other() },
      locked: texts.locked(),
      lockedTags: texts.lockedTags(),
      about: texts.about(),
      nothing: texts.nothing(),
      fields: Object.fromEntries(Object.entries(profileLabels).map(([name, label]) => [name, label(LL)])),
      parts: namesIn(texts.part),
      otherFields: namesIn(texts.field),
      yes: texts.yes(),
      no: texts.no(),
    },
  };
}
