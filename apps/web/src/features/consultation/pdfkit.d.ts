/** Options that PDFKit has and its published types do not. */
declare namespace PDFKit.Mixins {
  interface StructureElementOptions {
    /** Whether a head of a table names its column or its row. */
    scope?: 'Column' | 'Row';
    /** Left, top, right, bottom of a figure, points from the top left corner of the page. */
    bbox?: [number, number, number, number];
  }
}
