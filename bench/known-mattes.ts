// Pictures whose matte is known exactly, since they are composed here: cut-out people and balls of drawn fur in front of blurred
// photographs; and the error of a cutout of them.
import { sharp } from 'engines/sharp.ts';

export interface KnownMatte {
  readonly width: number;
  readonly height: number;
  /** The subject's own colours, not premultiplied, and alpha 0..255. */
  readonly subject: Buffer;
}

const size = 1000;
const strands = 2600;

export function startRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A ball with single hairs all around, in shades of `colour`, which is [red, green, blue]. */
export async function drawFur(colour: readonly [number, number, number], seed: number): Promise<KnownMatte> {
  const random = startRandom(seed);
  const lines: string[] = [];
  for (let n = 0; n < strands; n++) {
    const angle = random() * 2 * Math.PI;
    const start = size * 0.26 * Math.sqrt(random());
    const length = size * (0.05 + 0.09 * random());
    const bend = angle + (random() - 0.5) * 0.9;
    const at = (radius: number, way: number) =>
      `${(size / 2 + radius * Math.cos(way)).toFixed(1)} ${(size / 2 + radius * Math.sin(way)).toFixed(1)}`;
    const shade = 0.6 + 0.6 * random();
    const paint = colour.map(value => Math.min(255, Math.round(value * shade))).join(',');
    lines.push(
      `<path d="M${at(start, angle)}Q${at(start + length / 2, angle)} ${at(start + length, bend)}" stroke="rgb(${paint})" stroke-width="${(1 + 1.6 * random()).toFixed(1)}"/>`,
    );
  }
  const base = colour.map(value => Math.round(value * 0.8)).join(',');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><circle cx="${size / 2}" cy="${size / 2}" r="${size * 0.27}" fill="rgb(${base})"/>
    <g fill="none" stroke-linecap="round">${lines.join('')}</g><g fill="#0a0a0a"><circle cx="430" cy="470" r="26"/><circle cx="570" cy="470" r="26"/><ellipse cx="500" cy="560" rx="34" ry="22"/></g></svg>`;
  return { width: size, height: size, subject: await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer() };
}

/** Reads a cutout from a file with alpha. */
export async function readCutout(file: string): Promise<KnownMatte> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, subject: data };
}

/** Composes the subject over `photo`, blurred by `blur` pixels, and writes a JPEG. */
export async function compose(
  { width, height, subject }: KnownMatte,
  photo: string,
  blur: number,
  to: string,
): Promise<void> {
  const ground = await sharp(photo).resize(width, height, { fit: 'cover' }).blur(blur).removeAlpha().raw().toBuffer();
  const data = layOn(subject, (at, k) => ground[at * 3 + k]!);
  await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toFile(to);
}

function layOn(subject: Buffer, behind: (at: number, k: number) => number): Buffer {
  const data = Buffer.alloc((subject.length / 4) * 3);
  for (let i = 0; i < subject.length / 4; i++) {
    const share = subject[i * 4 + 3]! / 255;
    for (let k = 0; k < 3; k++) data[i * 3 + k] = Math.round(subject[i * 4 + k]! * share + behind(i, k) * (1 - share));
  }
  return data;
}

const grounds = [
  [255, 255, 255],
  [0, 0, 0],
  [0, 200, 60],
] as const;
const reach = 4;

/** Marks the pixels within `reach` of a partly transparent one. */
function findEdge({ width, height, subject }: KnownMatte): Uint8Array {
  const edge = new Uint8Array(width * height);
  for (let i = 0; i < edge.length; i++) {
    const alpha = subject[i * 4 + 3]!;
    if (alpha < 5 || alpha > 250) continue;
    const x = i % width;
    const y = (i - x) / width;
    for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++)
      edge.fill(1, v * width + Math.max(0, x - reach), v * width + Math.min(width, x + reach + 1));
  }
  return edge;
}

/** Mean absolute difference, in levels, between a cutout (a PNG with alpha) and the truth along the edge, over white, black and green. */
export async function measureEdge(truth: KnownMatte, cutout: string): Promise<number> {
  const found = await sharp(cutout).ensureAlpha().raw().toBuffer();
  const edge = findEdge(truth);
  let sum = 0;
  let count = 0;
  for (const ground of grounds) {
    const wanted = layOn(truth.subject, (_, k) => ground[k]!);
    const got = layOn(found, (_, k) => ground[k]!);
    for (let i = 0; i < edge.length; i++) {
      if (!edge[i]) continue;
      for (let k = 0; k < 3; k++) sum += Math.abs(wanted[i * 3 + k]! - got[i * 3 + k]!);
      count += 3;
    }
  }
  return sum / count;
}
