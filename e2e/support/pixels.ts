import type { Browser, Page } from '@playwright/test';

/** A feature of a mock that can be found by its colour. */
export interface Mark {
  readonly name: string;
  /** Search area: left, top, right, bottom, px of the page. */
  readonly within: readonly [number, number, number, number];
  readonly colour: string;
  /** Allowed difference from the colour in each channel. */
  readonly near?: number;
  /** Edges in the mock. */
  readonly at: Partial<Edges>;
}

export interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Edges of all pixels of a colour inside a rectangle of the image; null without any. */
export async function edgesOf(
  browser: Browser,
  page: Page,
  marks: readonly Mark[],
): Promise<readonly (Edges | null)[]> {
  const picture = (await page.screenshot()).toString('base64');
  // The policy of the product's page forbids foreign images in a canvas; an empty page has no policy.
  const desk = await browser.newPage();
  try {
    return await desk.evaluate(
      async ({ source, wanted }) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.width;
        canvas.height = image.height;
        const drawing = canvas.getContext('2d');
        if (!drawing) throw new Error('no canvas');
        drawing.drawImage(image, 0, 0);
        const { data } = drawing.getImageData(0, 0, image.width, image.height);
        return wanted.map(({ within: [x0, y0, x1, y1], colour, near = 10 }) => {
          const value = Number.parseInt(colour.slice(1), 16);
          const channels = [value >> 16, (value >> 8) & 255, value & 255];
          let edges: { left: number; top: number; right: number; bottom: number } | null = null;
          for (let y = Math.max(0, y0); y < Math.min(image.height, y1); y += 1)
            for (let x = Math.max(0, x0); x < Math.min(image.width, x1); x += 1) {
              const offset = (y * image.width + x) * 4;
              if (!channels.every((channel, index) => Math.abs(Number(data[offset + index]) - channel) <= near))
                continue;
              edges = edges
                ? {
                    left: Math.min(edges.left, x),
                    top: Math.min(edges.top, y),
                    right: Math.max(edges.right, x + 1),
                    bottom: Math.max(edges.bottom, y + 1),
                  }
                : { left: x, top: y, right: x + 1, bottom: y + 1 };
            }
          return edges;
        });
      },
      { source: `data:image/png;base64,${picture}`, wanted: marks },
    );
  } finally {
    await desk.close();
  }
}
