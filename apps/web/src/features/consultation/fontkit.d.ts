/** What is used of fontkit; its published types ask for the Buffer of Node. */
declare module 'fontkit' {
  export interface Font {
    readonly unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): { readonly advanceWidth: number };
  }
  /** Of a file with one font. @throws Error for data in an unknown format */
  export function create(data: Uint8Array): Font;
}
