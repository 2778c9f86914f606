/** What is used of it; the types that others wrote do not know `keepFeatures`. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'woff2';
      readonly variationAxes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
      /** Tags of the OpenType features that stay. */
      readonly keepFeatures: readonly string[];
    },
  ): Promise<Buffer>;
}
