// Covers a mask with a few boxes, so that only their pixels are processed.

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Side in pixels of the cells that the mask is sorted into; parts less than a cell apart share a box. */
const cell = 32;

const join = (a: Box, b: Box): Box => {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
};

const areaOf = ({ w, h }: Box): number => w * h;
const touches = (a: Box, b: Box): boolean =>
  a.x <= b.x + b.w + cell && b.x <= a.x + a.w + cell && a.y <= b.y + b.h + cell && b.y <= a.y + a.h + cell;

/** Returns the exact bounding box of the mask within each occupied cell. */
function boxCells(mask: Uint8Array, width: number, height: number): Box[] {
  const columns = Math.ceil(width / cell);
  const edges = new Map<number, [left: number, top: number, right: number, bottom: number]>();
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (!mask[i]) continue;
      const key = Math.floor(y / cell) * columns + Math.floor(x / cell);
      const known = edges.get(key);
      if (!known) edges.set(key, [x, y, x, y]);
      else {
        if (x < known[0]) known[0] = x;
        if (x > known[2]) known[2] = x;
        known[3] = y;
      }
    }
  }
  return [...edges.values()].map(([left, top, right, bottom]) => ({
    x: left,
    y: top,
    w: right - left + 1,
    h: bottom - top + 1,
  }));
}

/** Joins boxes until all of them are more than a cell apart. */
function joinTouching(boxes: readonly Box[]): Box[] {
  const joined: Box[] = [];
  for (const next of boxes) {
    let box = next;
    for (let k = joined.findIndex(other => touches(box, other)); k >= 0; ) {
      box = join(box, joined[k]!);
      joined.splice(k, 1);
      k = joined.findIndex(other => touches(box, other));
    }
    joined.push(box);
  }
  return joined;
}

/** Returns at most `max` boxes around all non-zero pixels, more than a cell apart; boxes are joined where that adds little area. */
export function boxMask(mask: Uint8Array, width: number, height: number, max: number): Box[] {
  let boxes = joinTouching(boxCells(mask, width, height));
  while (boxes.length > max) {
    let best = { cost: Infinity, a: 0, b: 1 };
    // The smallest box is joined with its best partner: trying all pairs would take too long for hundreds of letters.
    boxes.sort((a, b) => areaOf(a) - areaOf(b));
    for (let b = 1; b < boxes.length; b++) {
      const cost = areaOf(join(boxes[0]!, boxes[b]!)) - areaOf(boxes[b]!);
      if (cost < best.cost) best = { cost, a: 0, b };
    }
    const merged = join(boxes[best.a]!, boxes[best.b]!);
    boxes = joinTouching([merged, ...boxes.filter((_, k) => k !== best.a && k !== best.b)]);
  }
  return boxes;
}

/** Grows a box by `margin` on each side, clipped to the image. */
export function growBox({ x, y, w, h }: Box, margin: number, width: number, height: number): Box {
  const left = Math.max(0, x - margin);
  const top = Math.max(0, y - margin);
  return {
    x: left,
    y: top,
    w: Math.min(width, x + w + margin) - left,
    h: Math.min(height, y + h + margin) - top,
  };
}

/** Returns the values inside a box, `channels` per pixel. */
export function cutBox(values: Uint8Array, width: number, { x, y, w, h }: Box, channels: number): Uint8Array {
  const cut = new Uint8Array(w * h * channels);
  for (let row = 0; row < h; row++) {
    const from = ((y + row) * width + x) * channels;
    cut.set(values.subarray(from, from + w * channels), row * w * channels);
  }
  return cut;
}

/** Pastes a crop back into `box`, in place. */
export function pasteBox(values: Uint8Array, width: number, box: Box, cut: Uint8Array, channels: number): void {
  for (let row = 0; row < box.h; row++)
    values.set(
      cut.subarray(row * box.w * channels, (row + 1) * box.w * channels),
      ((box.y + row) * width + box.x) * channels,
    );
}
