import { burstReach } from '@nuances/ui/burst';

/** Place of one firework in the sky, px inside the page. */
export interface Place {
  readonly x: number;
  readonly y: number;
  /** Radius, px: 20 to 66. */
  readonly r: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Obstacles: texts as boxes and the bloom as a circle, always; the other fireworks, if there is room. */
export interface Obstacles {
  readonly texts: readonly Box[];
  readonly bloom: Place | null;
  readonly others: readonly Place[];
}

const radiusMin = 20;
const radiusMax = 66;
/** Least distance to the bloom and to a text, px. */
const bloomClearance = 24;
const textClearance = 6;
const attempts = 120;

function isFree({ x, y, r }: Place, { texts, bloom, others }: Obstacles): boolean {
  const room = burstReach(r);
  if (bloom && Math.hypot(x - bloom.x, y - bloom.y) < bloom.r + room + bloomClearance) return false;
  if (others.some((other) => Math.hypot(x - other.x, y - other.y) < room + burstReach(other.r))) return false;
  return texts.every(({ left, top, right, bottom }) => {
    const dx = Math.max(left - x, 0, x - right);
    const dy = Math.max(top - y, 0, y - bottom);
    return Math.hypot(dx, dy) >= room + textClearance;
  });
}

/** A free place above the hills; null when there is none. */
export function freePlace(sky: Box, obstacles: Obstacles, random: () => number): Place | null {
  return tryPlaces(sky, obstacles, random) ?? tryPlaces(sky, { ...obstacles, others: [] }, random);
}

function tryPlaces(sky: Box, obstacles: Obstacles, random: () => number): Place | null {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    // Later attempts are smaller, so that a small sky still gets a firework.
    const largest = radiusMax - ((radiusMax - radiusMin) * attempt) / attempts;
    const r = radiusMin + (largest - radiusMin) * random();
    const room = burstReach(r);
    const width = sky.right - sky.left - 2 * room;
    const height = sky.bottom - sky.top - 2 * room;
    if (width <= 0 || height <= 0) continue;
    const place = { r, x: sky.left + room + width * random(), y: sky.top + room + height * random() };
    if (isFree(place, obstacles)) return place;
  }
  return null;
}
