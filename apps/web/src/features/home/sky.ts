/** A place in the sky for one firework, px inside the page. */
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

export const radiusMin = 20;
export const radiusMax = 66;
/** The dots of a burst reach this much further than its radius. */
const reach = 1.35;
/** Distance to what must stay clear, px. */
const clearance = 24;
const attempts = 24;

function touches(place: Place, box: Box): boolean {
  const room = place.r * reach + clearance;
  const dx = Math.max(box.left - place.x, 0, place.x - box.right);
  const dy = Math.max(box.top - place.y, 0, place.y - box.bottom);
  return Math.hypot(dx, dy) < room;
}

/** A free place above the hills that touches none of the boxes; null when there is none on a small screen. */
export function freePlace(sky: Box, boxes: readonly Box[], random: () => number): Place | null {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    // Later attempts are smaller, so that a crowded sky still gets a spark.
    const largest = radiusMax - ((radiusMax - radiusMin) * attempt) / attempts;
    const r = radiusMin + (largest - radiusMin) * random();
    const room = r * reach;
    const width = sky.right - sky.left - 2 * room;
    const height = sky.bottom - sky.top - 2 * room;
    if (width <= 0 || height <= 0) continue;
    const place = { r, x: sky.left + room + width * random(), y: sky.top + room + height * random() };
    if (!boxes.some((box) => touches(place, box))) return place;
  }
  return null;
}
