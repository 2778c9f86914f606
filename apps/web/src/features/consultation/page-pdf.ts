import type { Locale } from '@nuances/domain/locales';
import PDFDocument from 'pdfkit';
import { textPicture, type PageFonts } from './page-fonts.ts';
import { sheet, tones, type Mark, type Page, type Part } from './page-parts.ts';

/** PDF points per px of the sheet. */
const point = 72 / 96;

type Pdf = PDFKit.PDFDocument;

function writeText(
  pdf: Pdf,
  fonts: PageFonts,
  { x, y, size, face, tone, text }: Extract<Mark, { kind: 'text' }>,
): void {
  let left = x;
  for (const run of fonts.runsOf(text, face)) {
    if (run.font) {
      pdf.registerFont(run.font.name, run.font.data).font(run.font.name, size).fillColor(tones[tone]);
      pdf.text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic' });
      left += run.font.measure(run.text, size);
    } else {
      const { png, width } = fonts.drawText(run.text, size);
      // A picture contains no text, so its text is added for screen readers.
      pdf.markContent('Span', { actual: run.text });
      pdf.image(png, left, y - size * textPicture.above, { width, height: size * textPicture.height });
      pdf.endMarkedContent();
      left += width;
    }
  }
}

function draw(pdf: Pdf, fonts: PageFonts, mark: Mark): void {
  switch (mark.kind) {
    case 'text':
      writeText(pdf, fonts, mark);
      return;
    case 'path':
      pdf.save().translate(mark.x, mark.y).scale(mark.scale).lineWidth(mark.stroke).lineJoin('round');
      if (mark.dash) pdf.dash(mark.dash[0], { space: mark.dash[1] });
      else pdf.lineCap('round');
      pdf.path(mark.d).stroke(tones[mark.tone]).restore();
      return;
    case 'rect':
      pdf.rect(mark.x, mark.y, mark.width, mark.height).fill(tones[mark.tone]);
      return;
    case 'disc':
      pdf.circle(mark.x, mark.y, mark.radius);
      if (mark.edge > 0) pdf.lineWidth(mark.edge).fillAndStroke(tones[mark.fill], tones.ink);
      else pdf.fill(tones[mark.fill]);
  }
}

function boxInPoints({ left, top, right, bottom }: NonNullable<Part['box']>): [number, number, number, number] {
  return [left * point, top * point, right * point, bottom * point];
}

/** Adds a part to its parent in the structure tree for screen readers. Decorative parts are not in the tree. */
function addPart(pdf: Pdf, fonts: PageFonts, parent: PDFKit.PDFStructureElement, part: Part): void {
  const { role, alt, scope, box, marks = [], parts = [] } = part;
  const lastText = marks.findLast(({ kind }) => kind === 'text');
  const drawMarks = () => {
    for (const mark of marks) {
      // Without a space, a screen reader would join the last and the first word of two lines.
      const goesOn = mark.kind === 'text' && mark !== lastText;
      draw(pdf, fonts, goesOn ? { ...mark, text: `${mark.text} ` } : mark);
    }
  };
  if (role === 'Artifact') {
    pdf.markContent('Artifact', { type: 'Layout' });
    drawMarks();
    pdf.endMarkedContent();
    return;
  }
  const element = pdf.struct(role, {
    ...(alt !== undefined && { alt }),
    ...(scope !== undefined && { scope }),
    ...(box !== undefined && {
      bbox: boxInPoints(box),
    }),
  });
  parent.add(element);
  if (marks.length > 0) element.add(drawMarks);
  for (const child of parts) addPart(pdf, fonts, element, child);
  element.end();
}

/**
 * The page as a PDF: one A4 sheet, tagged for screen readers, with subsets of its fonts.
 * @param now time of creation
 */
export async function pageToPdf(
  page: Page,
  locale: Locale,
  fonts: PageFonts,
  now: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: locale,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    // Otherwise PDFKit adds a font of its own.
    font: '',
    info: { Title: page.title, Creator: 'Nuances', Producer: 'Nuances', CreationDate: now },
  });
  const chunks: Uint8Array[] = [];
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', () => resolve());
    pdf.on('error', reject);
  });
  pdf.scale(pdf.page.width / sheet.width);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  for (const part of page.parts) addPart(pdf, fonts, root, part);
  root.end();
  pdf.end();
  await ended;
  return joined(chunks);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
