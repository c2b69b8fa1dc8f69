/** Parses `#rrggbb` into red, green and blue, 0..255. */
export function readColour(colour: string): readonly [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
