// Avatar to anime: the CPU time of each look, and how much more facial detail survives than in the same regions drawn as background.
import { animeLookIds } from 'contract/anime-looks.ts';
import sharp from 'sharp';
import { findFaces } from '../engines/faces/faces.ts';
import { drawAnime } from '../engines/pixels/anime/draw-anime.ts';
import type { FaceMesh } from '../engines/pixels/anime/face-map.ts';
import { toOklab } from '../engines/pixels/oklab.ts';
import type { Pixels } from '../engines/pixels/plane.ts';
import { mean, measureCpu, median } from './numbers.ts';
import { photos } from './photos.ts';
import type { Bench, Line } from './report.ts';

interface People extends Pixels {
  readonly faces: readonly FaceMesh[];
}

async function openPeople(path: string, side: number): Promise<People> {
  const { data, info } = await sharp(path)
    .resize(side, side, { fit: 'inside' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { data: new Uint8Array(data), width: info.width, height: info.height };
  return { ...pixels, faces: (await findFaces(pixels)).map(({ mesh }) => mesh) };
}

const plain = { strength: 1, line: 1, seed: 0 };
const featurePoints = [33, 133, 159, 145, 263, 362, 386, 374, 61, 291, 13, 14, 70, 300];

/** Correlation of second differences, two pixels apart, around the eyes and the mouth. */
function followFace({ data, width, height }: Pixels, drawn: Pixels, mesh: FaceMesh): number {
  const points = featurePoints.map(index => mesh[index]!);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [before, after] = [toOklab({ data, width, height }).l, toOklab(drawn).l];
  let [both, one, two] = [0, 0, 0];
  for (let y = Math.floor(Math.min(...ys)); y <= Math.max(...ys); y++)
    for (let x = Math.floor(Math.min(...xs)); x <= Math.max(...xs); x++) {
      const at = y * width + x;
      const fine = (plane: Float32Array) =>
        4 * plane[at]! - plane[at - 2]! - plane[at + 2]! - plane[at - 2 * width]! - plane[at + 2 * width]!;
      const [p, q] = [fine(before), fine(after)];
      both += p * q;
      one += p * p;
      two += q * q;
    }
  return both / Math.sqrt(one * two);
}

/** Looks that keep the size of the eyes, so that drawing and photograph can be compared pixel by pixel. */
const comparable = ['comic', 'watercolour', 'gouache', 'ink-wash'] as const;
const groups = ['friendsWindow', 'friendsStairs'] as const;

async function compareFaces(): Promise<Line> {
  const gains: number[] = [];
  const levels = { seen: [] as number[], blind: [] as number[] };
  for (const name of groups) {
    const group = await openPeople(photos[name], 1300);
    for (const look of comparable) {
      const drawn = drawAnime(group, group.faces, { look, ...plain });
      const blind = drawAnime(group, [], { look, ...plain });
      for (const mesh of group.faces) {
        const [seen, ground] = [followFace(group, drawn, mesh), followFace(group, blind, mesh)];
        levels.seen.push(seen);
        levels.blind.push(ground);
        gains.push(seen / ground);
      }
    }
  }
  return {
    what: `Fine structure of eyes and mouths in ${groups.length} groups, ${comparable.length} looks: correlation with the photograph`,
    ours: `mean ${mean(levels.seen).toFixed(2)}, median gain ${median(gains).toFixed(2)} ×`,
    rival: `the same looks without faces: ${mean(levels.blind).toFixed(2)}`,
    aim: '≥ 1.15 ×',
    isMet: median(gains) >= 1.15,
  };
}

async function measureLooks(): Promise<Line> {
  const person = await openPeople(photos.womanRed, 1000);
  const megapixels = (person.width * person.height) / 1e6;
  const times: (readonly [string, number])[] = [];
  for (const look of animeLookIds) {
    const draw = async () => drawAnime(person, person.faces, { look, ...plain });
    await draw();
    const rounds = [await measureCpu(draw), await measureCpu(draw)];
    times.push([look, Math.min(...rounds) / megapixels]);
  }
  const slowest = Math.max(...times.map(([, seconds]) => seconds));
  return {
    what: 'CPU of each look for a megapixel, warm',
    ours: times.map(([look, seconds]) => `${look} ${seconds.toFixed(1)} s`).join(', '),
    rival: '–',
    aim: '≤ 4 s each',
    isMet: slowest <= 4,
  };
}

export const benchAnime: Bench = async () => [await measureLooks(), await compareFaces()];
