// Lays marks over clips as stations, platforms and cameras do, with the truth: the clip without them, and where each stood and when.
import path from 'node:path';
import { mulberry32 } from 'contract/random.ts';
import type { Sheet } from '../../engines/pixels/paint-mark.ts';
import { sharp } from '../../engines/sharp.ts';
import { drawMarkSheet } from '../drawn-marks.ts';
import type { GroundClip } from './ground.ts';
import { cornerOf, drawDouyinMark, drawLine, drawSubtitle } from './lay-marks.ts';
import { runProgram } from './run-program.ts';

/** A mark that stands at a place for a while, in seconds of the clip. */
export interface Stay {
  readonly sheet: Sheet;
  readonly left: number;
  readonly top: number;
  readonly from: number;
  readonly to: number;
}

export interface MarkedGroundClip {
  /** H.264 as platforms store it. */
  readonly path: string;
  /** The same clip without marks. */
  readonly cleanPath: string;
  readonly stays: readonly Stay[];
}

type Size = Pick<GroundClip, 'width' | 'height'>;
type Plan = (clip: Pick<GroundClip, 'width' | 'height' | 'seconds'>, seed: number) => Promise<readonly Stay[]>;

/** Least alpha, 0..255, at which a mark shows. */
const minSeen = 20;

const fade = (sheet: Sheet, opacity: number): Sheet => ({
  ...sheet,
  data: sheet.data.map((value, i) => (i % 4 === 3 ? Math.round(value * opacity) : value)),
});

const stand = (sheet: Sheet, left: number, top: number, from: number, to: number): Stay => ({
  sheet,
  left: Math.round(left),
  top: Math.round(top),
  from,
  to,
});

const inCorner =
  (mark: 'logo' | 'coloured', opacity: number): Plan =>
  async ({ width, height, seconds }, seed) => {
    const wide = Math.round(Math.min(width * 0.13, height * 0.22));
    const sheet = fade(await drawMarkSheet(mark, '#ffffff', seed, wide), opacity);
    const edge = Math.round(Math.min(width, height) * 0.06);
    const left = seed % 2 === 0 ? edge : width - sheet.width - edge;
    return [stand(sheet, left, edge, 0, seconds)];
  };

const jumping: Plan = async (clip, seed) => {
  const sheet = fade(await drawDouyinMark(Math.min(clip.width, clip.height), mulberry32(seed)), 0.85);
  const every = clip.seconds < 4 ? clip.seconds / 2 : Math.min(3, clip.seconds / 2);
  return Array.from({ length: Math.ceil(clip.seconds / every) }, (_, turn) => {
    const { left, top } = cornerOf(turn, sheet, clip);
    return stand(sheet, left, top, turn * every, Math.min(clip.seconds, (turn + 1) * every));
  });
};

const talking: Plan = async (clip, seed) => {
  const lines = [
    '你看，那边的灯都亮了',
    'I never thought it would be this far',
    '我们明天一早就出发',
    '这条路我走了三年',
  ];
  const every = 2;
  const stays: Stay[] = [];
  for (let turn = 0; turn * every < clip.seconds; turn++) {
    const sheet = await drawSubtitle(lines[(turn + seed) % lines.length]!, clip);
    const [left, top] = [(clip.width - sheet.width) / 2, clip.height * 0.93 - sheet.height];
    stays.push(stand(sheet, left, top, turn * every, Math.min(clip.seconds, turn * every + every - 0.2)));
  }
  return stays;
};

/** The clock of a camera, whose seconds change. */
const ticking: Plan = async (clip, seed) => {
  const stays: Stay[] = [];
  for (let second = 0; second < clip.seconds; second++) {
    const clock = `2023-10-02 15:47:${String((seed + second) % 60).padStart(2, '0')}`;
    const sheet = await drawLine(clock, Math.max(9, Math.round(clip.height * 0.035)), '#ffd84a');
    stays.push(
      stand(sheet, clip.width * 0.04, clip.height * 0.94 - sheet.height, second, Math.min(clip.seconds, second + 1)),
    );
  }
  return stays;
};

/** By the name that a table of figures shows. */
export const clipMarks = {
  'TV logo, half transparent': inCorner('logo', 0.5),
  'TV logo, opaque': inCorner('coloured', 1),
  'mark of a clip platform, jumping': jumping,
  subtitles: talking,
  'clock of a camera': ticking,
} as const satisfies Readonly<Record<string, Plan>>;

/** Writes the clip with a mark into `folder`. */
export async function markClip(
  clip: GroundClip,
  kind: keyof typeof clipMarks,
  seed: number,
  folder: string,
): Promise<MarkedGroundClip> {
  const stays = await clipMarks[kind](clip, seed);
  const inputs: string[] = [];
  let chain = '[0:v]null[v0]';
  for (const [k, { sheet, left, top, from, to }] of stays.entries()) {
    const file = path.join(folder, `mark-${k}.png`);
    const raw = { width: sheet.width, height: sheet.height, channels: 4 as const };
    await sharp(Buffer.from(sheet.data), { raw }).png().toFile(file);
    inputs.push('-i', file);
    chain += `;[v${k}][${k + 1}:v]overlay=${left}:${top}:format=gbrp:enable='gte(t,${from})*lt(t,${to})'[v${k + 1}]`;
  }
  const target = path.join(folder, 'marked.mp4');
  const last = ['-map', `[v${stays.length}]`, '-an', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23'];
  const filter = ['-filter_complex', chain, ...last, '-pix_fmt', 'yuv420p', '-threads', '2', target];
  await runProgram('ffmpeg', ['-nostdin', '-y', '-v', 'error', '-i', clip.file, ...inputs, ...filter], folder);
  return { path: target, cleanPath: clip.file, stays };
}

/** 1 where a mark shows at this second. */
export function maskAt(stays: readonly Stay[], { width, height }: Size, second: number): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (const { sheet, left, top, from, to } of stays) {
    if (second < from || second >= to) continue;
    for (let y = Math.max(0, -top); y < Math.min(sheet.height, height - top); y++)
      for (let x = Math.max(0, -left); x < Math.min(sheet.width, width - left); x++)
        if (sheet.data[(y * sheet.width + x) * 4 + 3]! >= minSeen) mask[(top + y) * width + left + x] = 1;
  }
  return mask;
}
