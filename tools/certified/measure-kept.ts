// Measures what the matte of an ID photo keeps around the head that is no part of it, such as a hand or a thing behind, by the map of the head's parts.

import { place } from 'engines/faces/judge-face.ts';
import type { HeadMap } from 'engines/faces/parse-face.ts';
import { dilate } from 'engines/pixels/morphology.ts';
import { type Frame, toFrame } from 'engines/warp-pixels.ts';
import type { Area } from './place-head.ts';
import type { Portrait } from './portrait.ts';

const solid = 128;
/** Matte and map follow an edge by different rules; narrower strips than this many cells to each side are no thing. */
const edge = 1;

/** The flags that have only flags around them: what lies at the border of the map may go on beyond it. */
function erode(flags: Uint8Array, width: number, height: number): Uint8Array {
  const gaps = dilate(
    flags.map(flag => 1 - flag),
    width,
    height,
    edge,
  );
  return gaps.map(flag => 1 - flag);
}

/** Distance from the face's middle, in distances of the eyes, up to which no shoulder is seen below the mouth, but a hand may be. */
const besideMiddle = 0.76;
/**
 * Share of the map from which a thing at the head is told: that of a place of three cells' sides. Portraits without a hand or a thing there have none.
 */
const noticeableThing = 0.0028;

interface Sides {
  readonly width: number;
  readonly height: number;
}

/** The portrait's frame, whose pixels are mapped to those of the original. */
function frameOf({ toPicture, pixels: { width, height } }: Portrait, picture: Sides): Frame {
  const [a, b, c, d, e, f] = toPicture as [number, number, number, number, number, number];
  const { width: w, height: h } = picture;
  return { width, height, toPicture: [a * w, b * w, c * w, d * h, e * h, f * h] };
}

/**
 * Whether the photo keeps a thing at the head that is no part of the person, and whether what it keeps goes on above the map. Below the mouth only the
 * columns of face and neck count: a raised shoulder or a collar reaches as high beside them, and the network takes bare shoulders for no part.
 */
export function findKept(portrait: Portrait, map: HeadMap, area: Area, picture: Sides) {
  const { alpha, isInside, head } = portrait;
  const { width, height } = map.frame;
  const shown = frameOf(portrait, picture);
  const mouth = (head.eyes + head.chin) / 2;
  const right = Math.min(shown.width, area.x + area.w);
  const bottom = Math.min(shown.height, area.y + area.h);
  const isKept = (column: number, row: number) => {
    const [x, y] = toFrame(shown, place(map.frame, column + 0.5, row + 0.5)).map(Math.floor) as [number, number];
    const isInPhoto = x >= Math.max(0, area.x) && x < right && y >= Math.max(0, area.y) && y < bottom;
    const isAside = Math.abs(column + 0.5 - width / 2) > besideMiddle * map.eyeDistance;
    if (!isInPhoto || (isAside && y >= mouth)) return false;
    return isInside[y * shown.width + x] === 1 && alpha[y * shown.width + x]! >= solid;
  };
  const stray = map.isPart.map((flag, i) => (flag === 0 && isKept(i % width, Math.floor(i / width)) ? 1 : 0));
  const broad = dilate(erode(stray, width, height), width, height, edge);
  return {
    hasThing: broad.reduce((sum, flag) => sum + flag, 0) > noticeableThing * broad.length,
    goesOn: Array.from({ length: width }, (_, column) => isKept(column, 0)).includes(true),
  };
}
