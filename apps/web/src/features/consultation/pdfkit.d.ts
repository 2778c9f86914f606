/** Options of PDFKit that its published types do not have. */
declare namespace PDFKit.Mixins {
  interface StructureElementOptions {
    /** Whether a heading of a table belongs to its column or its row. */
    scope?: 'Column' | 'Row';
    /** Left, top, right and bottom of a figure, points from the top left corner of the page. */
    bbox?: [number, number, number, number];
  }
}
