import { limits } from '../limits.ts';

/** Longer texts fit into no note whatever is taken out of them. */
const isTooLong = (text: string) => text.length > 4 * limits.noteText.max;

const knownTag = /<\/?(?:a|b|blockquote|br|div|em|font|h[1-6]|i|li|ol|p|s|span|strong|u|ul)\b[^<>]{0,1000}>/gi;
const lineEnd = /<(?:br\b[^<>]{0,1000}|\/(?:div|p|li|h[1-6]|blockquote|ul|ol))>/gi;

const entities: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Plain text of a note that may have formatting in HTML; a text without it stays as it is. */
export function plainTextOf(given: string): string {
  if (isTooLong(given)) return given;
  const text = given.replace(/\r\n?/g, '\n');
  if (text.search(knownTag) === -1) return text.trim();
  return text
    .replace(/<li\b[^<>]{0,1000}>/gi, '- ')
    .replace(lineEnd, '\n')
    .replace(knownTag, '')
    .replace(/&(?:nbsp|lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Markdown of Day One as text: without places of pictures, and without the marks before punctuation. */
export function textOfMoments(markdown: string): string {
  if (isTooLong(markdown)) return markdown;
  return markdown
    .replace(/\r\n?/g, '\n')
    .replace(/!\[[^\]\n]{0,1000}\]\(dayone-moment:[^)\n]{0,1000}\)/g, '')
    .replace(/\\([\\`*_{}[\]()#+.!>~|-])/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
