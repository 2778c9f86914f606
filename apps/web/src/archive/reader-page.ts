/**
 * The page in an export that shows all of it without a network. It has no script, and its policy allows no request, so
 * that nothing in a note can act.
 */
import { axisIds } from '@nuances/domain/axes';
import { isRecord } from '@nuances/domain/record';
import type { Locale } from '@nuances/domain/locales';
import { noteDay, timeOfDay } from '@nuances/i18n/dates';
import { escapeHtml as html } from '@nuances/i18n/escape-html';
import type { OpenedExport, OpenedNote, OpenedScan } from '@nuances/crypto/vault/export';
import { moodTable } from './mood-table.ts';
import type { PageTexts } from './page-texts.ts';
import { readerStyle } from './reader-style.ts';

export interface PageLanguage {
  readonly locale: Locale;
  readonly texts: PageTexts;
}

function momentOf(time: string, locale: Locale, hasHour = true): string {
  const at = new Date(time);
  return html(hasHour ? `${noteDay(at, locale)}, ${timeOfDay(at, locale)}` : noteDay(at, locale));
}

const hue = (axis: string) => {
  const index = axisIds.findIndex((id) => id === axis);
  return index < 0 ? '' : ` style="--c:var(--c${index})"`;
};

function scanRow(
  { _id, createdAt, moment, answers, scoring, tags }: OpenedScan,
  { locale, texts }: PageLanguage,
): string {
  // A scan that does not open has a row of its time. The class of a value would draw a whole bar.
  const values = answers
    ? answers.map((value, index) => `<td class="v" style="--v:${value};--c:var(--c${index})">${value}</td>`)
    : axisIds.map(() => '<td></td>');
  const words = typeof tags === 'string' ? texts.lockedTags : tags.join(', ');
  const when = `<time datetime="${html(createdAt)}">${momentOf(createdAt, locale, moment === 'exact')}</time>`;
  return `<tr id="${html(_id)}"><td class="d">${when}</td>${values.join('')}<td>${scoring ?? ''}</td><td dir="auto">${html(words)}</td></tr>`;
}

function scanTable(scans: readonly OpenedScan[], language: PageLanguage): string {
  if (scans.length === 0) return '';
  const { texts } = language;
  const axes = texts.axes.map(({ left, right }) => `<th scope="col">${html(left)} –<br>${html(right)}</th>`);
  const head = `<tr><th scope="col">${html(texts.when)}</th>${axes.join('')}<th scope="col">${html(texts.points)}</th><th scope="col">${html(texts.tags)}</th></tr>`;
  const rows = scans.map((scan) => scanRow(scan, language));
  return `<div class="wide" tabindex="0" role="group" aria-label="${html(texts.scans)}"><table><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

function noteArticle(note: OpenedNote, { locale, texts }: PageLanguage, scans: ReadonlySet<string>): string {
  const { scanResultId, categoryId, encrypted } = note;
  const about =
    scanResultId != null && scans.has(scanResultId)
      ? ` · <a href="#${html(scanResultId)}">${html(texts.about)}</a>`
      : '';
  const category = `<span class="mark"${hue(categoryId)}></span>${html(texts.categories[categoryId] ?? categoryId)}`;
  const filed = `<p class="cap">${category} · <time datetime="${html(note.createdAt)}">${momentOf(note.createdAt, locale)}</time>${about}</p>`;
  if (encrypted) return `<article id="${html(note._id)}">${filed}<p>${html(texts.locked)}</p></article>`;
  const title = note.title === '' ? '' : `<h3 dir="auto">${html(note.title)}</h3>`;
  return `<article id="${html(note._id)}">${title}${filed}<p class="t" dir="auto">${html(note.text)}</p></article>`;
}

/** Newest first. */
const byTime = (a: { readonly createdAt: string }, b: { readonly createdAt: string }) =>
  Date.parse(b.createdAt) - Date.parse(a.createdAt);

interface Month {
  readonly scans: OpenedScan[];
  readonly notes: OpenedNote[];
}

/** What there is, by local month, the newest first. */
function monthsOf({ scans, notes }: OpenedExport): ReadonlyMap<string, Month> {
  const months = new Map<string, Month>();
  const monthOf = (createdAt: string) => {
    const at = new Date(createdAt);
    const id = `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`;
    const month = months.get(id) ?? { scans: [], notes: [] };
    months.set(id, month);
    return month;
  };
  for (const scan of [...scans].sort(byTime)) monthOf(scan.createdAt).scans.push(scan);
  for (const note of [...notes].sort(byTime)) monthOf(note.createdAt).notes.push(note);
  return new Map([...months].sort(([a], [b]) => b.localeCompare(a)));
}

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value);

/** A value of the file as text, escaped. */
function shown(value: unknown, { locale, texts }: PageLanguage): string {
  if (value === null || value === undefined) return '';
  if (isMoment(value)) return momentOf(value, locale);
  if (typeof value === 'boolean') return html(value ? texts.yes : texts.no);
  return html(typeof value === 'string' ? value : JSON.stringify(value));
}

/** What has no place of its own: each list as a table, each object as pairs. */
function rest(value: unknown, language: PageLanguage): string {
  const { otherFields } = language.texts;
  if (Array.isArray(value)) {
    const rows = value.filter(isRecord);
    const [first] = rows;
    if (!first) return '';
    const names = Object.keys(first);
    const head = names.map((name) => `<th scope="col">${html(otherFields[name] ?? name)}</th>`).join('');
    const body = rows.map(
      (row) => `<tr>${names.map((name) => `<td>${shown(row[name], language)}</td>`).join('')}</tr>`,
    );
    return `<div class="wide" tabindex="0" role="group"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
  }
  if (!isRecord(value) || Object.keys(value).length === 0) return '';
  return `<dl>${pairs(value, otherFields, language)}</dl>`;
}

function pairs(
  values: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
  language: PageLanguage,
): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `<dt>${html(names[name] ?? name)}</dt><dd>${shown(value, language)}</dd>`)
    .join('');
}

/** The moods of other journals, apart from the months of scans and notes. */
function moodSection(parts: OpenedExport['moods'], language: PageLanguage): string {
  const [head = [], ...rows] = moodTable(parts);
  if (rows.length === 0) return '';
  const { parts: names, otherFields } = language.texts;
  const title = html(names['moods'] ?? 'moods');
  const heads = head.map((name) => `<th scope="col">${html(otherFields[String(name)] ?? String(name))}</th>`);
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${shown(cell, language)}</td>`).join('')}</tr>`);
  return `<section id="moods"><h2>${title}</h2><div class="wide" tabindex="0" role="group" aria-label="${title}"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></div></section>`;
}

function monthSections(everything: OpenedExport, language: PageLanguage) {
  const known = new Set(everything.scans.map(({ _id }) => _id));
  const format = new Intl.DateTimeFormat(language.locale, { month: 'long', year: 'numeric' });
  const sections: string[] = [];
  const links: string[] = [];
  for (const [id, { scans, notes }] of monthsOf(everything)) {
    // Local time, as in the ids of the months.
    const name = html(format.format(new Date(`${id}-01T00:00`)));
    links.push(`<li><a href="#m${id}">${name}</a></li>`);
    const articles = notes.map((note) => noteArticle(note, language, known));
    sections.push(`<section id="m${id}"><h2>${name}</h2>${scanTable(scans, language)}${articles.join('\n')}</section>`);
  }
  return { sections, links };
}

/** One HTML file with everything of an export. */
export function readerPage(everything: OpenedExport, language: PageLanguage): string {
  const { texts } = language;
  const { profile, scans, notes, moods, ...others } = everything;
  const { sections, links } = monthSections(everything, language);
  const isNamed = ([name]: readonly [string, unknown]) => name in texts.fields;
  const named = Object.fromEntries(Object.entries(profile).filter(isNamed));
  const account = Object.fromEntries(Object.entries(profile).filter((pair) => !isNamed(pair)));
  const more = Object.entries({ account, ...others })
    .map(([name, value]) => [name, rest(value, language)] as const)
    .filter(([, content]) => content !== '')
    .map(([name, content]) => `<details><summary>${html(texts.parts[name] ?? name)}</summary>${content}</details>`);
  const dots = axisIds.map((_, index) => `<i style="background:var(--c${index})"></i>`).join('');
  const nothing = scans.length + notes.length === 0 ? `<p>${html(texts.nothing)}</p>` : '';
  return `<!doctype html>
<html lang="${html(texts.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${html(texts.title)}</title>
<style>${readerStyle}</style>
</head>
<body>
<header><div class="dots" aria-hidden="true">${dots}</div><h1>${html(texts.title)}</h1><p class="lead">${html(texts.lead)}</p><p class="lead">${html(texts.offline)}</p></header>
<nav><ul><li><a href="#profile">${html(texts.profile)}</a></li>${links.join('')}</ul></nav>
<main>
<section id="profile"><h2>${html(texts.profile)}</h2><dl>${pairs(named, texts.fields, language)}</dl></section>
${nothing}${sections.join('\n')}
${moodSection(moods, language)}
${more.length === 0 ? '' : `<section><h2>${html(texts.more)}</h2>${more.join('\n')}</section>`}
</main>
</body>
</html>
`;
}
