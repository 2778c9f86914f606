import { cutTitle } from '@nuances/domain/consultation';
import type { PageContent } from './page-content.ts';
import type { Face, Mark, Page, Part } from './page-parts.ts';
import { columns, rowHeight, rowPart, stroke, text, type TextStyle } from './page-rows.ts';

/** Width of a text, px. */
export type Measure = (text: string, face: Face, size: number) => number;

const margin = { left: columns.axis, right: columns.end } as const;
const width = margin.right - margin.left;
/** Top of the footer: a line, and below it the explanation of what the page is and is not. */
export const footerTop = 993;

const styles = {
  kind: { size: 16, face: 'text', tone: 'soft' },
  title: { size: 36, face: 'title', tone: 'ink' },
  intro: { size: 16, face: 'text', tone: 'soft' },
  head: { size: 14, face: 'strong', tone: 'ink' },
  small: { size: 14.5, face: 'text', tone: 'soft' },
  section: { size: 21, face: 'title', tone: 'ink' },
  body: { size: 16, face: 'text', tone: 'ink' },
} as const satisfies Record<string, TextStyle>;

/** Splits a text into lines at spaces, but not at no-break spaces. A longer word exceeds the line. */
function linesOf(words: string, room: number, { face, size }: TextStyle, measure: Measure): string[] {
  const space = measure(' ', face, size);
  const lines: string[] = [];
  let used = 0;
  for (const word of words.split(' ')) {
    const own = measure(word, face, size);
    const last = lines.at(-1);
    if (last !== undefined && used + space + own <= room) {
      lines[lines.length - 1] = `${last} ${word}`;
      used += space + own;
    } else {
      lines.push(word);
      used = own;
    }
  }
  return lines;
}

/** Lines below each other; `y` is the baseline of the first. */
function block(lines: readonly string[], style: TextStyle, x: number, y: number, leading: number): Mark[] {
  return lines.map((line, index) => text(style, x, y + index * leading, line));
}

/** The title in one line, in a smaller font if it is too long. */
function titlePart(title: string, measure: Measure): Part {
  const natural = measure(title, styles.title.face, styles.title.size);
  const size = Math.min(styles.title.size, Math.floor(((styles.title.size * width) / natural) * 10) / 10);
  return { role: 'H1', marks: [text({ ...styles.title, size }, margin.left, 115, title)] };
}

/** Headings of the columns; the last line of each is directly above the table's line. */
function headPart(heads: PageContent['heads'], bottom: number, measure: Measure): Part {
  const xs = [columns.axis, columns.strip, columns.mean, columns.usual, columns.trend, columns.sides, columns.end + 8];
  return {
    role: 'TR',
    parts: heads.map((head, index) => {
      const x = xs[index] ?? margin.left;
      const room = (xs[index + 1] ?? margin.right) - x - 8;
      // The part after a comma has its own line.
      const lines = head.split(/(?<=,) /).flatMap((part) => linesOf(part, room, styles.head, measure));
      return { role: 'TH', scope: 'Column', marks: block(lines, styles.head, x, bottom - (lines.length - 1) * 18, 18) };
    }),
  };
}

function rule(y: number, weight: 'strong' | 'light'): Part {
  const isStrong = weight === 'strong';
  return {
    role: 'Artifact',
    marks: [stroke(`M${margin.left} ${y}H${margin.right}`, 1, isStrong ? 'ink' : 'rule')],
  };
}

/** Distance between two lines of a section, px. */
const leading = 24;
/** Maximum number of lines for tags, and for notes. */
const sectionLines = 5;
/** Left edge of the second column, px. */
const secondColumn = 417;

/** Lines with as many of the most used tags as fit. */
function tagLines(items: readonly string[], room: number, measure: Measure): string[] {
  let lines: string[] = [];
  // More tags never fit.
  const most = items.slice(0, 100);
  for (const count of most.keys()) {
    // A tag is never split between two lines.
    const joined = most.slice(0, count + 1).map((item) => item.replaceAll(' ', '\u00A0'));
    const longer = linesOf(joined.join(' · '), room, styles.body, measure);
    if (longer.length > sectionLines) break;
    lines = longer;
  }
  return lines;
}

/** Tags and notes side by side, or only one of them. */
function sectionParts({ tags, notes }: PageContent, top: number, measure: Measure) {
  const parts: Part[] = [];
  const room = tags && notes ? margin.right - secondColumn : width;
  let lines = 0;
  const heading = (title: string, x: number): Part => ({ role: 'H2', marks: [text(styles.section, x, top, title)] });
  const first = top + 30;
  if (tags) {
    const words = tagLines(tags.items, room, measure);
    lines = words.length;
    parts.push(heading(tags.title, margin.left), {
      role: 'P',
      marks: block(words, styles.body, margin.left, first, leading),
    });
  }
  if (notes) {
    const x = tags ? secondColumn : margin.left;
    const fits = (date: string) => (title: string) =>
      measure(`${date} · ${title}`, styles.body.face, styles.body.size) <= room;
    lines = Math.max(lines, notes.items.length);
    const items = notes.items.map(({ date, title }, index): Part => {
      const words = `${date} · ${cutTitle(title, fits(date))}`;
      return {
        role: 'LI',
        parts: [{ role: 'LBody', marks: [text(styles.body, x, first + index * leading, words)] }],
      };
    });
    parts.push(heading(notes.title, x), { role: 'L', parts: items });
  }
  return { parts, bottom: parts.length > 0 ? first + (lines - 1) * leading : top - 36 };
}

/** Distance between two lines to write on, px. */
const writing = 44;

/** A heading, and as many dotted lines as fit above the footer. */
function sayParts(say: NonNullable<PageContent['say']>, top: number): readonly Part[] {
  const heading = top + 38;
  const count = Math.max(1, Math.floor((footerTop - 14 - heading) / writing));
  const lines = Array.from(
    { length: count },
    (_, index) => `M${margin.left} ${heading + 36 + index * writing}H${margin.right}`,
  );
  const box = { ...margin, top: heading + 12, bottom: heading + 40 + (count - 1) * writing };
  return [
    rule(top, 'light'),
    { role: 'H2', marks: [text(styles.section, margin.left, heading, say.title)] },
    { role: 'Figure', alt: say.alt, box, marks: [stroke(lines.join(''), 1, 'soft', [1.5, 2.5])] },
  ];
}

function footParts({ is, made, page }: PageContent, measure: Measure): readonly Part[] {
  const style: TextStyle = { ...styles.small, size: 15, tone: 'ink' };
  const pageX = margin.right - measure(page, styles.small.face, styles.small.size);
  return [
    rule(footerTop, 'strong'),
    { role: 'P', marks: block(linesOf(is, width, style, measure), style, margin.left, footerTop + 28, 21) },
    { role: 'P', marks: [text(styles.small, margin.left, 1070, made)] },
    { role: 'Artifact', marks: [text(styles.small, pageX, 1070, page)] },
  ];
}

/** Layout of the page. All possible choices fit on one page. */
export function layOut(content: PageContent, measure: Measure): Page {
  const intro = linesOf(content.intro, width, styles.intro, measure);
  const introBottom = 148 + (intro.length - 1) * leading;
  const tableTop = introBottom + 65;
  const tableBottom = tableTop + content.rows.length * rowHeight;
  const definitions = linesOf(content.definitions, width, styles.small, measure);
  const sectionTop = tableBottom + 25 + (definitions.length - 1) * 19 + 52;
  const sections = sectionParts(content, sectionTop, measure);
  const rows = content.rows.flatMap((row, index) => [
    rowPart(row, tableTop + index * rowHeight),
    rule(tableTop + (index + 1) * rowHeight, 'light'),
  ]);
  return {
    title: content.title,
    parts: [
      { role: 'P', marks: [text(styles.kind, margin.left, 72, content.kind)] },
      titlePart(content.title, measure),
      { role: 'P', marks: block(intro, styles.intro, margin.left, 148, leading) },
      {
        role: 'Table',
        parts: [headPart(content.heads, tableTop - 13, measure), rule(tableTop, 'strong'), ...rows],
      },
      { role: 'P', marks: block(definitions, styles.small, margin.left, tableBottom + 25, 19) },
      ...sections.parts,
      ...(content.say ? sayParts(content.say, sections.bottom + 32) : []),
      ...footParts(content, measure),
    ],
  };
}
