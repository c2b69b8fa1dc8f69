// The illustrator behind AI drawing: how many of sixty prompts show everything they name, and how long a picture of 1024 pixels takes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { styleIds } from 'contract/drawing.ts';
import { illustrate, writePicture } from '../engines/illustrator/illustrate.ts';
import { findMissing, sixtyPrompts } from '../engines/illustrator/test-prompts.ts';
import { measureCpu, quantile } from './numbers.ts';
import type { Bench } from './report.ts';

const side = 1024;
const aimMs = 3000;

/** CPU milliseconds from the prompt to the PNG. */
async function timePicture(prompt: string, style: (typeof styleIds)[number], seed: number, folder: string) {
  const seconds = await measureCpu(() =>
    illustrate({
      ...{ prompt, negativePrompt: '', style, width: side, height: side, count: 1, seed, start: undefined },
      onProgress: () => undefined,
      onPicture: ({ canvas }) => writePicture(canvas, path.join(folder, `${seed}.png`)),
    }),
  );
  return seconds * 1000;
}

export const benchIllustrator: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-illustrator-'));
  try {
    const shown = sixtyPrompts.filter(({ prompt, shows }, i) => findMissing(prompt, shows, i).length === 0).length;
    // The first run loads the drawings.
    await timePicture(sixtyPrompts[0]!.prompt, 'flat', 0, folder);
    const times: { style: string; ms: number }[] = [];
    for (const [index, { prompt }] of sixtyPrompts.entries()) {
      const style = styleIds[index % styleIds.length]!;
      times.push({ style, ms: await timePicture(prompt, style, index + 1, folder) });
    }
    const all = times.map(({ ms }) => ms);
    const slowest = times.reduce((a, b) => (b.ms > a.ms ? b : a));
    const p95 = quantile(all, 0.95);
    return [
      {
        what: 'sixty prompts in both languages: those that show everything that was named',
        ours: `${shown} of ${sixtyPrompts.length}`,
        rival: '–',
        aim: '≥ 54',
        isMet: shown >= 54,
      },
      {
        what: `one picture of ${side} × ${side} from prompt to PNG, the ${styleIds.length} styles in turns, warm: CPU, median / p95`,
        ours: `${Math.round(quantile(all, 0.5))} / ${Math.round(p95)} ms; the slowest ${Math.round(slowest.ms)} ms (${slowest.style})`,
        rival: '–',
        aim: `p95 ≤ ${aimMs} ms`,
        isMet: p95 <= aimMs,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
