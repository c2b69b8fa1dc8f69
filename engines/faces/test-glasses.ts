// For tests: a photograph of a person, who wears drawn glasses.
import { sharp } from '../sharp.ts';
import { findFaces } from './faces.ts';

/** Returns a PNG. The line is in eye distances, the tint 0..1. */
export async function wearGlasses(path: string, { line, tint }: { line: number; tint: number }): Promise<Buffer> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [face] = await findFaces({ data, width: info.width, height: info.height });
  const { leftEye: left, rightEye: right } = face!;
  const distance = Math.hypot(right[0] - left[0], right[1] - left[1]);
  const radius = distance * 0.38;
  const lens = ([x, y]: readonly [number, number]) =>
    `<ellipse cx="${x}" cy="${y}" rx="${radius}" ry="${radius * 0.8}" fill="#101010" fill-opacity="${tint}"/>`;
  const bridge = `<path d="M${left[0] + radius} ${left[1]} L${right[0] - radius} ${right[1]}"/>`;
  const drawn = `<g stroke="#151515" stroke-width="${distance * line}">${lens(left)}${lens(right)}${bridge}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${info.width}" height="${info.height}">${drawn}</svg>`;
  return sharp(path)
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
}
