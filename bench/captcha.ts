// The slider captcha against programs that look for its hole, and what drawing one costs. Beside it, a picture as AJ-Captcha cuts it.
import { drawBlockPuzzle } from '../engines/captcha/block-puzzle.ts';
import { drawClickWord } from '../engines/captcha/click-word.ts';
import { distanceTo, makeJigsaw } from '../engines/captcha/jigsaw.ts';
import { drawScene } from '../engines/captcha/scene.ts';
import { sharp } from '../engines/sharp.ts';
import { attackers } from './captcha-attackers.ts';
import { figureAttackers } from './captcha-figures.ts';
import { height, piece, readViews, width } from './captcha-views.ts';
import type { Bench } from './report.ts';

const challenges = 400;
const plainChallenges = 40;
const tolerance = 5;

interface Slider {
  readonly originalImageBase64: string;
  readonly jigsawImageBase64: string | null;
  readonly answer: readonly { readonly x: number }[];
}

/** One hole, its pixels averaged and its border white, and the piece that was cut out of it. */
async function drawPlainSlider(): Promise<Slider> {
  const scene = await drawScene({ width, height });
  const jigsaw = makeJigsaw();
  const [x, y] = [100 + Math.floor(Math.random() * 130), 5 + Math.floor(Math.random() * 95)];
  const own = new Uint8Array(piece * height * 4);
  const target = new Uint8Array(scene.data);
  for (let v = 0; v < piece; v++)
    for (let u = 0; u < piece; u++) {
      const distance = distanceTo(jigsaw, u + 0.5 - piece / 2, v + 0.5 - piece / 2);
      if (distance > 0) continue;
      const at = ((y + v) * width + x + u) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const value = (step: number) => scene.data[at + channel + step * 3]!;
        own[((y + v) * piece + u) * 4 + channel] = distance > -1 ? 255 : value(0);
        target[at + channel] = distance > -1 ? 255 : (value(-1) + value(1) + value(-width) + value(width)) / 4;
      }
      own[((y + v) * piece + u) * 4 + 3] = 255;
    }
  const [original, cut] = await Promise.all([
    sharp(target, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
    sharp(own, { raw: { width: piece, height, channels: 4 } })
      .png()
      .toBuffer(),
  ]);
  return {
    originalImageBase64: original.toString('base64'),
    jigsawImageBase64: cut.toString('base64'),
    answer: [{ x }],
  };
}

const placeOfBest = (scores: Float64Array) => scores.indexOf(Math.max(...scores));

/** How often each attacker's first try is right. */
async function attack(draw: () => Promise<Slider>, count: number): Promise<[name: string, share: number][]> {
  const wins = new Map<string, number>();
  for (let i = 0; i < count; i++) {
    const { originalImageBase64, jigsawImageBase64, answer } = await draw();
    const views = await readViews({ originalImageBase64, jigsawImageBase64: jigsawImageBase64! });
    const judge = (name: string, scores: Float64Array) => {
      const isRight = Math.abs(placeOfBest(scores) - answer[0]!.x) <= tolerance;
      wins.set(name, (wins.get(name) ?? 0) + (isRight ? 1 : 0));
    };
    for (const [name, attacker] of Object.entries(attackers)) judge(name, attacker(views));
    const outline = attackers['outline against its surroundings']!(views);
    for (const [name, attacker] of Object.entries(figureAttackers)) {
      const scores = attacker(views, outline);
      judge(name, scores);
      // Whoever knows how decoys are chosen passes the most alike over.
      scores[placeOfBest(scores)] = Number.NEGATIVE_INFINITY;
      judge(`${name}, the second`, scores);
    }
  }
  return [...wins].map(([name, won]): [string, number] => [name, won / count]).sort((a, b) => b[1] - a[1]);
}

async function measureCpuMs(draw: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 20; i++) await draw();
  const before = process.cpuUsage();
  for (let i = 0; i < 120; i++) await draw();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / 120;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
const show = (found: readonly [string, number][]) =>
  found
    .slice(0, 3)
    .map(([name, share]) => `${name} ${percent(share)}`)
    .join(', ');

export const benchCaptcha: Bench = async () => {
  const ours = await attack(drawBlockPuzzle, challenges);
  const plain = await attack(drawPlainSlider, plainChallenges);
  const sliderMs = await measureCpuMs(() => drawBlockPuzzle());
  const wordsMs = await measureCpuMs(() => drawClickWord('zh'));
  const scratchMs = await measureCpuMs(() => drawPlainSlider());
  return [
    {
      what: `Slider captcha: hole found at the first try by the best three of ${ours.length} attacking programs, ${challenges} challenges`,
      ours: show(ours),
      rival: `one hole as AJ-Captcha cuts it, ${plainChallenges} challenges: ${show(plain)}`,
      aim: '< 30 %',
      isMet: ours[0]![1] < 0.3,
    },
    {
      what: 'Drawing a captcha, slider / words, CPU, in a thread of its own',
      ours: `${sliderMs.toFixed(0)} / ${wordsMs.toFixed(0)} ms`,
      rival: `slider with one hole: ${scratchMs.toFixed(0)} ms`,
      aim: '≤ 60 ms',
      isMet: Math.max(sliderMs, wordsMs) <= 60,
    },
  ];
};
