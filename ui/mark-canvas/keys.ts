// Keyboard control of a mark's place.
import type { Placed } from 'contract/mark/place.ts';

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const sizeStep = 1.05;

/** Returns the place after a key press, or undefined if the key has no function. `pixel` is the size of a screen pixel in picture pixels. */
export function placeByKey(placed: Placed, key: string, isFar: boolean, pixel: number): Placed | undefined {
  const direction = directions[key];
  if (direction) {
    const step = Math.max(1, pixel) * (isFar ? 10 : 1);
    const { x, y } = placed.centre;
    return { ...placed, centre: { x: x + direction[0] * step, y: y + direction[1] * step } };
  }
  if (key === '[' || key === ']' || key === '{' || key === '}') {
    const turn = (key === '[' || key === '{' ? -1 : 1) * (isFar ? 15 : 1);
    return { ...placed, degrees: ((placed.degrees + turn + 540) % 360) - 180 };
  }
  const factor = { '+': sizeStep, '=': sizeStep, '-': 1 / sizeStep, _: 1 / sizeStep }[key];
  return factor === undefined ? undefined : { ...placed, width: placed.width * factor, height: placed.height * factor };
}
