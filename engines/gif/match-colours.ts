// Finds the nearest colour of a palette for many pixels.
import type { Palette } from './choose-palette.ts';

const slotBits = 18;

/** Red, green and blue as a number, with red in the lowest byte. */
export const packColour = (palette: Palette, index: number): number =>
  palette[index * 3]! | (palette[index * 3 + 1]! << 8) | (palette[index * 3 + 2]! << 16);

/** The squared distance of two colours. */
export function distanceOf(a: number, b: number): number {
  const red = (a & 255) - (b & 255);
  const green = ((a >> 8) & 255) - ((b >> 8) & 255);
  const blue = ((a >> 16) & 255) - ((b >> 16) & 255);
  return red * red + green * green + blue * blue;
}

/** Returns a function that finds the index of the nearest colour. It remembers colours that it has seen, since neighbours are alike. */
export function createMatcher(palette: Palette): (colour: number) => number {
  const seen = new Int32Array(1 << slotBits).fill(-1);
  const found = new Uint8Array(1 << slotBits);
  const channels = Int32Array.from(palette);
  const search = (red: number, green: number, blue: number): number => {
    let nearest = 0;
    let min = Number.MAX_SAFE_INTEGER;
    // Without destructuring, which is ten times slower here.
    for (let at = 0; at < channels.length; at += 3) {
      const byGreen = channels[at + 1]! - green;
      if (byGreen * byGreen >= min) continue;
      const byRed = channels[at]! - red;
      const byBlue = channels[at + 2]! - blue;
      const distance = byRed * byRed + byGreen * byGreen + byBlue * byBlue;
      if (distance >= min) continue;
      min = distance;
      nearest = at;
    }
    return nearest / 3;
  };
  return colour => {
    const slot = Math.imul(colour, 0x9e3779b1) >>> (32 - slotBits);
    if (seen[slot] === colour) return found[slot]!;
    seen[slot] = colour;
    const nearest = search(colour & 255, (colour >> 8) & 255, (colour >> 16) & 255);
    found[slot] = nearest;
    return nearest;
  };
}
