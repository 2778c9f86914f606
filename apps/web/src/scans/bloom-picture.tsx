import { Bloom } from '@nuances/ui/bloom';
import { classNames } from '@nuances/ui/class-names';
import { SceneImage } from '@nuances/ui/scene-image';
import { imageOf, scoreOf } from '@nuances/domain/scan/scoring';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import styles from './bloom-picture.module.css';

/** Width and height of the picture, px. */
const side = 1200;
/** Padding around the largest petal, px. */
const margin = 60;

/** Radius of the hole, in bloom units; the image leaves a rim of 6, as on the page of the scan. */
const hole = 62;
const rim = 6;

/**
 * Properties that style sheets set on parts of the drawing. A separate SVG has no style sheet, so they become
 * attributes.
 */
const drawn = [
  'color',
  'fill',
  'fill-opacity',
  'opacity',
  'stroke',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-width',
  'stroke-opacity',
  'stop-color',
  'stop-opacity',
] as const;

/** The drawing as SVG text with its computed styles. */
function svgText(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new TypeError('a copy of a drawing is one');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(side - 2 * margin));
  copy.setAttribute('height', String(side - 2 * margin));
  const copies = copy.querySelectorAll('*');
  for (const [index, part] of drawing.querySelectorAll('*').entries()) {
    const computed = getComputedStyle(part);
    // Attributes, because the page's policy forbids inline styles.
    for (const name of drawn) copies[index]?.setAttribute(name, computed.getPropertyValue(name));
  }
  return new XMLSerializer().serializeToString(copy);
}

/** Renders the bloom off-screen, in the light theme, and returns the result of `take`. */
function withDrawing<T>(answers: readonly number[], take: (drawing: SVGSVGElement, ground: string) => T): T {
  const stage = document.createElement('div');
  stage.className = classNames(styles.stage);
  stage.dataset['theme'] = 'day';
  stage.setAttribute('aria-hidden', 'true');
  document.body.append(stage);
  const root = createRoot(stage);
  try {
    flushSync(() =>
      root.render(
        <Bloom
          answers={answers}
          innerRadius={hole}
          size={side}
          ghosts
          glyphs
          glyphPosition={0.52}
          motion={null}
          decorative
          centre={<SceneImage index={imageOf(scoreOf(answers))} r={hole - rim} />}
        />,
      ),
    );
    const drawing = stage.querySelector('svg');
    if (!drawing) throw new Error('nothing was drawn');
    return take(drawing, getComputedStyle(stage).backgroundColor);
  } finally {
    root.unmount();
    stage.remove();
  }
}

/**
 * A scan as a picture: its bloom in the light theme, on the page's background.
 * @returns a PNG of 1200 x 1200 px
 * @throws Error where the browser has no canvas
 */
export async function bloomPicture(answers: readonly number[]): Promise<Blob> {
  const { source, ground } = withDrawing(answers, (drawing, colour) => ({ source: svgText(drawing), ground: colour }));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = ground;
  context.fillRect(0, 0, side, side);
  context.drawImage(image, margin, margin, side - 2 * margin, side - 2 * margin);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
