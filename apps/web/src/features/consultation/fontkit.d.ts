/** The parts of fontkit that are used; its published types require Node's Buffer. */
declare module 'fontkit' {
  export interface Font {
    readonly unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): { readonly advanceWidth: number };
  }
  /**
   * Opens a file with one font.
   * @throws Error for data in an unknown format
   */
  export function create(data: Uint8Array): Font;
}
