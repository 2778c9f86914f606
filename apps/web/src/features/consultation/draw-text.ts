import { textPicture, type DrawText } from './page-fonts.ts';

/** Canvas dots per px of the sheet: 384 per inch, sharp on paper. */
const dots = 4;

/** Draws a text with the device's fonts when no font of the page has its characters: an emoji, another script. */
export const drawText: DrawText = (text, size) => {
  const canvas = document.createElement('canvas');
  const font = `${size * dots}px sans-serif`;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no canvas');
  context.font = font;
  const width = Math.max(1, Math.ceil(context.measureText(text).width));
  canvas.width = width;
  canvas.height = Math.ceil(size * dots * textPicture.height);
  // Changing the size of the canvas has reset the font.
  context.font = font;
  context.fillText(text, 0, size * dots * textPicture.above);
  return { png: canvas.toDataURL('image/png'), width: width / dots };
};
