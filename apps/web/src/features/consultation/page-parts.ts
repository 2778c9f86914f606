/** Size of the sheet: A4 at 96 dpi, px. All lengths on the sheet are in these px. */
export const sheet = { width: 794, height: 1123 } as const;

/** The fonts of the sheet. */
export type Face = 'text' | 'strong' | 'title';

/** Black, two greys for secondary parts, and white. No lighter grey, so that a fax still shows it. */
export const tones = { ink: '#111111', soft: '#4a4a4a', rule: '#999999', paper: '#ffffff' } as const;
export type Tone = keyof typeof tones;

/** A drawing operation. Lengths in px from the top left corner of the sheet. */
export type Mark =
  | {
      readonly kind: 'text';
      readonly x: number;
      /** Baseline. */
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
      /** Lengths of dash and gap; undefined for a solid line. */
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
      /** Width of its black border; 0 for none. */
      readonly edge: number;
    };

/** Meaning of a part for screen readers, by the names of PDF's structure types. */
export type Role = 'P' | 'H1' | 'H2' | 'Table' | 'TR' | 'TH' | 'TD' | 'L' | 'LI' | 'LBody' | 'Figure' | 'Artifact';

/** A part of the page: its marks, then its parts, in reading order. */
export interface Part {
  readonly role: Role;
  readonly marks?: readonly Mark[];
  readonly parts?: readonly Part[];
  /** Text alternative of a figure. */
  readonly alt?: string;
  /** Bounding box of a figure, px. */
  readonly box?: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
  /** Whether a heading belongs to its column or its row. */
  readonly scope?: 'Column' | 'Row';
}

/** The whole page. */
export interface Page {
  readonly title: string;
  readonly parts: readonly Part[];
}
