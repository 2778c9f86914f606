/** Size of the sheet: A4 at 96 dots per inch, px. Everything on it is measured in these. */
export const sheet = { width: 794, height: 1123 } as const;

/** The fonts of the sheet. */
export type Face = 'text' | 'strong' | 'title';

/** Black, two greys for what is secondary, and white; nothing lighter, so that a fax keeps it. */
export const tones = { ink: '#111111', soft: '#4a4a4a', rule: '#999999', paper: '#ffffff' } as const;
export type Tone = keyof typeof tones;

/** Something drawn. Lengths in px from the top left corner of the sheet. */
export type Mark =
  | {
      readonly kind: 'text';
      readonly x: number;
      /** Of the base line. */
      readonly y: number;
      readonly size: number;
      readonly face: Face;
      readonly tone: Tone;
      readonly text: string;
    }
  | {
      readonly kind: 'path';
      /** SVG path data. */
      readonly d: string;
      readonly x: number;
      readonly y: number;
      readonly scale: number;
      readonly stroke: number;
      readonly tone: Tone;
      /** Lengths of dash and gap; none for a solid line. */
      readonly dash?: readonly [number, number];
    }
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly tone: Tone;
    }
  | {
      readonly kind: 'disc';
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly fill: Tone;
      /** Width of its black edge; 0 for none. */
      readonly edge: number;
    };

/** What a part is to somebody who listens, by the names of PDF's structure types. */
export type Role = 'P' | 'H1' | 'H2' | 'Table' | 'TR' | 'TH' | 'TD' | 'L' | 'LI' | 'LBody' | 'Figure' | 'Artifact';

/** A part of the page: its marks, then its own parts, in the order of reading. */
export interface Part {
  readonly role: Role;
  readonly marks?: readonly Mark[];
  readonly parts?: readonly Part[];
  /** What a figure shows, in words. */
  readonly alt?: string;
  /** Where a figure stands, px. */
  readonly box?: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
  /** Whether a head names its column or its row. */
  readonly scope?: 'Column' | 'Row';
}

/** The whole page. */
export interface Page {
  readonly title: string;
  readonly parts: readonly Part[];
}
