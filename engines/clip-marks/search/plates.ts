// The plate that a text lies on, and the flat icon beside it: connected areas of one colour in the mean picture.
import type { Pixels } from '../../pixels/plane.ts';
import { intersect } from '../boxes.ts';
import type { Box } from '../patch.ts';
import { boundsOf } from './lasting-steps.ts';

const alike = { plate: 24, icon: 22 };
/** A plate reaches at most this many text heights around the text, and fills this share of its box beside the text, whose strokes are holes in it. */
const plate = { reach: 2.5, filled: 0.6, overText: 0.8, rim: 2 };
/** Sides of an icon in text heights, the share of its box that it fills, and how far from the text it may begin. */
const icon = { min: 0.6, max: 2.4, filled: 0.55, overText: 0.3, reach: 1.3, across: 2, step: 3, from: 4 };

/** Returns the pixels connected to `start` with nearly its colour; undefined when they reach the border of `within`. */
function fillColour({ data, width }: Pixels, start: number, within: Box, tolerance: number): number[] | undefined {
  const [red, green, blue] = [data[start * 3]!, data[start * 3 + 1]!, data[start * 3 + 2]!];
  const seen = new Set([start]);
  const pixels = [start];
  for (let next = 0; next < pixels.length; next++) {
    const i = pixels[next]!;
    const [x, y] = [i % width, Math.floor(i / width)];
    if (x <= within.x || y <= within.y || x >= within.x + within.w || y >= within.y + within.h) return undefined;
    for (const j of [i - 1, i + 1, i - width, i + width]) {
      if (seen.has(j)) continue;
      const difference = Math.max(
        Math.abs(data[j * 3]! - red),
        Math.abs(data[j * 3 + 1]! - green),
        Math.abs(data[j * 3 + 2]! - blue),
      );
      if (difference >= tolerance) continue;
      seen.add(j);
      pixels.push(j);
    }
  }
  return pixels;
}

/** Returns the box between two corners that leaves a pixel at the border of the picture. */
function between(left: number, top: number, right: number, bottom: number, { width, height }: Pixels): Box {
  const [x, y] = [Math.max(1, left), Math.max(1, top)];
  return { x, y, w: Math.min(width - 2, right) - x, h: Math.min(height - 2, bottom) - y };
}

/** Returns the plate of one colour that a text lies on; undefined when its surroundings run on. */
export function findPlate(picture: Pixels, text: Box): Box | undefined {
  const { x, y, w, h } = text;
  const reach = Math.round(plate.reach * h);
  const within = between(x - reach, y - reach, x + w + reach, y + h + reach, picture);
  const [middleX, middleY] = [x + (w >> 1), y + (h >> 1)];
  const starts = [
    [middleX, y - 3],
    [x - 3, middleY],
    [middleX, y + h + 3],
  ] as const;
  for (const [startX, startY] of starts) {
    const isOutside =
      startX < within.x || startX > within.x + within.w || startY < within.y || startY > within.y + within.h;
    if (isOutside) continue;
    const pixels = fillColour(picture, startY * picture.width + startX, within, alike.plate);
    if (!pixels) continue;
    const inner = boundsOf(pixels, picture.width);
    const box = {
      x: inner.x - plate.rim,
      y: inner.y - plate.rim,
      w: inner.w - 1 + 2 * plate.rim,
      h: inner.h - 1 + 2 * plate.rim,
    };
    const behind = intersect(box, text);
    const isBeside = (i: number) => {
      const [u, v] = [i % picture.width, Math.floor(i / picture.width)];
      return u < x || u >= x + w || v < y || v >= y + h;
    };
    const beside = pixels.filter(isBeside).length;
    if (behind > plate.overText * w * h && beside > plate.filled * (box.w * box.h - behind)) return box;
  }
  return undefined;
}

function findIcon(picture: Pixels, startX: number, startY: number, text: Box): Box | undefined {
  const { h } = text;
  const [across, down] = [icon.across * h, icon.reach * h];
  const within = between(startX - across, startY - down, startX + across, startY + down, picture);
  const pixels = fillColour(picture, startY * picture.width + startX, within, alike.icon);
  if (!pixels) return undefined;
  const bounds = boundsOf(pixels, picture.width);
  const box = { ...bounds, w: bounds.w - 1, h: bounds.h - 1 };
  const fits = [box.w, box.h].every(side => side >= icon.min * h && side <= icon.max * h);
  const isFull = pixels.length >= icon.filled * box.w * box.h;
  return fits && isFull && intersect(box, text) <= icon.overText * box.w * box.h ? box : undefined;
}

/** Returns the flat icons of about its height at both ends of a text. */
export function findIcons(picture: Pixels, text: Box): Box[] {
  const { x, y, w, h } = text;
  return [-1, 1].flatMap(side => {
    for (let distance = icon.from; distance < icon.reach * h; distance += icon.step) {
      const startX = side < 0 ? x - distance : x + w + distance;
      if (startX < 2 || startX > picture.width - 3) break;
      const box = findIcon(picture, startX, y + (h >> 1), text);
      if (box) return [box];
    }
    return [];
  });
}
