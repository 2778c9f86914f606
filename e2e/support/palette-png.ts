import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Converts a true-colour PNG of Chromium to one with at most 256 colours. */
export function reduceColours(png: Buffer): Buffer {
  const { width, height, channels, bytes } = decode(png);
  const { palette, indexOf } = paletteOf(bytes, channels);
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0, from = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, from += channels) rows[y * (width + 1) + 1 + x] = indexOf(from);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

export function decode(png: Buffer): { width: number; height: number; channels: number; bytes: Buffer } {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = { 2: 3, 6: 4 }[png.readUInt8(25)];
  if (png.readUInt8(24) !== 8 || channels === undefined || png.readUInt8(28) !== 0)
    throw new Error('not a PNG of the kind that Chromium writes');
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const bytes = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1) {
    const filter = raw.readUInt8(y * (stride + 1));
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= channels ? bytes.readUInt8(at - channels) : 0;
      const up = y > 0 ? bytes.readUInt8(at - stride) : 0;
      const corner = x >= channels && y > 0 ? bytes.readUInt8(at - stride - channels) : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      if (guess === undefined) throw new Error(`no filter of PNG: ${filter}`);
      bytes[at] = raw.readUInt8(y * (stride + 1) + 1 + x) + guess;
    }
  }
  return { width, height, channels, bytes };
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Red, green, blue. */
const parts = [0, 1, 2] as const;
type Part = (typeof parts)[number];

interface Colour {
  readonly rgb: readonly [number, number, number];
  count: number;
}

/** Median cut: the box with the largest range of colours is halved until there are 256 boxes. */
function paletteOf(bytes: Buffer, channels: number) {
  const keyAt = (at: number) => bytes.readUIntBE(at, 3);
  const colours = new Map<number, Colour>();
  for (let at = 0; at < bytes.length; at += channels) {
    const key = keyAt(at);
    const known = colours.get(key);
    if (known) known.count += 1;
    else colours.set(key, { rgb: [key >> 16, (key >> 8) & 255, key & 255], count: 1 });
  }
  const boxes = [boxOf([...colours.values()])];
  while (boxes.length < 256) {
    boxes.sort((a, b) => b.weight - a.weight);
    const [widest] = boxes;
    if (!widest || widest.colours.length < 2) break;
    boxes.splice(0, 1, ...halves(widest));
  }
  const places = new Map<number, number>();
  const palette = boxes.map(({ colours: within }, index) => {
    const total = within.reduce((sum, { count }) => sum + count, 0);
    for (const { rgb } of within) places.set((rgb[0] << 16) | (rgb[1] << 8) | rgb[2], index);
    return parts.map((part) => Math.round(within.reduce((sum, { rgb, count }) => sum + rgb[part] * count, 0) / total));
  });
  const indexOf = (at: number) => {
    const index = places.get(keyAt(at));
    if (index === undefined) throw new Error('a colour without a place in the palette');
    return index;
  };
  return { palette, indexOf };
}

interface Box {
  readonly colours: Colour[];
  /** The part with the largest range. */
  readonly part: Part;
  readonly weight: number;
}

function boxOf(colours: Colour[]): Box {
  const ranges = parts.map((part) => {
    const values = colours.map(({ rgb }) => rgb[part]);
    return values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 255);
  });
  const range = Math.max(...ranges);
  const count = colours.reduce((sum, one) => sum + one.count, 0);
  // A box with a large range is visible even with few pixels.
  return {
    colours,
    // One of them is the largest.
    part: parts.find((part) => ranges[part] === range) ?? 0,
    weight: colours.length < 2 ? -1 : range ** 2 * count ** 0.8,
  };
}

function halves({ colours, part }: Box): [Box, Box] {
  const sorted = colours.sort((a, b) => a.rgb[part] - b.rgb[part]);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  let seen = 0;
  let cut = sorted.findIndex(({ count }) => (seen += count) >= total / 2) + 1;
  cut = Math.min(Math.max(cut, 1), sorted.length - 1);
  return [boxOf(sorted.slice(0, cut)), boxOf(sorted.slice(cut))];
}
