// Pictures of white things and people in white before a light ground, with a known matte.
import type { Face } from 'engines/faces/faces.ts';
import { boxBlur } from 'engines/pixels/box-filter.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { sharp } from 'engines/sharp.ts';
import { drawBlots } from './drawn-whites.ts';
import { type KnownMatte, startRandom } from './known-mattes.ts';

const side = 1000;

/** Grounds that shops and studios use: paper white, light grey, cream, a cool wall; and the subject's own white before them. */
const grounds = [
  { ground: [253, 253, 253], white: [250, 250, 249] },
  { ground: [232, 232, 234], white: [246, 246, 248] },
  { ground: [244, 238, 226], white: [247, 243, 236] },
  { ground: [228, 234, 242], white: [243, 246, 250] },
  { ground: [246, 246, 246], white: [232, 231, 229] },
] as const;

export const whiteBefore = (ground: number): readonly [number, number, number] =>
  grounds[ground % grounds.length]!.white;

export interface WhiteScene {
  readonly name: string;
  readonly pixels: Pixels;
  /** 0..255 for each pixel. */
  readonly truth: Uint8Array;
}

/** Dresses a cut-out person: `shirt` all in white below the face, `suit` a white shirt and a tie between dark lapels. */
export function dressInWhite(
  { width, height, subject }: KnownMatte,
  { box }: Pick<Face, 'box'>,
  clothes: 'shirt' | 'suit',
  white: readonly [number, number, number],
): KnownMatte {
  const dressed = Buffer.from(subject);
  const chin = box.y + box.h * 1.08;
  const middle = box.x + box.w / 2;
  const levelOf = (i: number) => 0.3 * subject[i * 4]! + 0.59 * subject[i * 4 + 1]! + 0.11 * subject[i * 4 + 2]!;
  let [sum, count] = [0, 0];
  for (let i = Math.round(chin + box.h * 0.4) * width; i < width * height; i++)
    if (subject[i * 4 + 3]! > 250) [sum, count] = [sum + levelOf(i), count + 1];
  const usual = sum / Math.max(1, count);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const below = (y - chin) / box.h;
    const aside = Math.abs(x - middle) / box.w;
    // Necks stay: the collar starts lower in the middle.
    const collar = clothes === 'shirt' ? 0.42 - 0.6 * Math.max(0, aside - 0.35) : 0.16;
    if (below < collar) continue;
    const change = Math.max(-1, Math.min(1, (levelOf(i) - usual) / 90));
    const isOpen = aside < 0.44 - 0.17 * below;
    const isTie = aside < 0.07 + 0.02 * below && below > 0.25;
    const colour = clothes === 'suit' && isTie ? [96, 24, 40] : clothes === 'suit' && !isOpen ? [38, 42, 54] : white;
    const light = colour === white ? 0.965 + 0.07 * change : 1 + 0.5 * change;
    for (let k = 0; k < 3; k++) dressed[i * 4 + k] = Math.min(255, Math.round(colour[k]! * light));
  }
  return { width, height, subject: dressed };
}

/** Where the subject stands on the canvas of `side` pixels squared: its share of the height, its middle, and whether its lower end is the frame's. */
interface Stand {
  readonly share: number;
  readonly x: number;
  readonly isCut: boolean;
}

async function stand({ width, height, subject }: KnownMatte, { share, x, isCut }: Stand): Promise<Buffer> {
  const trimmed = await sharp(subject, { raw: { width, height, channels: 4 } })
    .trim({ background: '#00000000', threshold: 1 })
    .png()
    .toBuffer();
  const { data, info } = await sharp(trimmed)
    .resize(Math.round(side * 0.92), Math.round(side * share), { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const left = Math.round(x * side - info.width / 2);
  const top = isCut ? side - info.height : Math.round(side * 0.52 - info.height / 2);
  const laid = Buffer.alloc(side * side * 4);
  for (let v = 0; v < info.height; v++) {
    const from = Math.max(0, -left);
    const end = Math.min(info.width, side - left);
    data.copy(laid, ((top + v) * side + left + from) * 4, (v * info.width + from) * 4, (v * info.width + end) * 4);
  }
  return laid;
}

interface Setting {
  /** Which ground, by number. */
  readonly ground: number;
  /** Whether the frame cuts the subject below, as a portrait. */
  readonly isCut: boolean;
  readonly seed: number;
}

/** The subject before a light ground with falling light, its shadow, a sensor's noise and a JPEG's. Alike for the same seed. */
export async function makeWhiteScene(
  name: string,
  matte: KnownMatte,
  { ground, isCut, seed }: Setting,
): Promise<WhiteScene> {
  const random = startRandom(seed * 7919 + 101);
  for (let n = 0; n < 5; n++) random();
  const laid = await stand(matte, { share: (isCut ? 0.78 : 0.6) + 0.14 * random(), x: 0.44 + 0.12 * random(), isCut });
  const truth = Uint8Array.from({ length: side * side }, (_, i) => laid[i * 4 + 3]!);
  const [angle, fall, vignette] = [random() * 2 * Math.PI, 24 * random(), 14 * random()];
  const soft = 10 + Math.round(30 * random());
  const shade = boxBlur(Float32Array.from(truth), side, side, soft, 2);
  const [shiftX, shiftY] = [Math.round((random() - 0.5) * 70), Math.round(15 + 30 * random())];
  const depth = (isCut ? 0.12 : 0.22) * random() + 0.03;
  const sigma = 0.6 + 2.6 * random() ** 2;
  const wall = await drawBlots(random, side, 5);
  const base = grounds[ground % grounds.length]!.ground;
  const data = Buffer.alloc(side * side * 3);
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [(i % side) / side - 0.5, Math.floor(i / side) / side - 0.5];
    const from =
      Math.min(side - 1, Math.max(0, Math.floor(i / side) - shiftY)) * side +
      Math.min(side - 1, Math.max(0, (i % side) - shiftX));
    const dark =
      fall * (0.5 + x * Math.cos(angle) + y * Math.sin(angle)) + vignette * 2 * (x * x + y * y) + 1.5 * wall[i]!;
    const under = 1 - (depth * shade[from]!) / 255;
    const share = truth[i]! / 255;
    for (let k = 0; k < 3; k++) {
      const noise = sigma * (random() + random() + random() - 1.5) * 2;
      const level = laid[i * 4 + k]! * share + (base[k]! - dark) * under * (1 - share) + noise;
      data[i * 3 + k] = Math.min(255, Math.max(0, Math.round(level)));
    }
  }
  const jpeg = await sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 80 + Math.round(12 * random()) })
    .toBuffer();
  const pixels = { data: new Uint8Array(await sharp(jpeg).raw().toBuffer()), width: side, height: side };
  return { name, pixels, truth };
}
