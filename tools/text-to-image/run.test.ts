// Tests drawing from a prompt and from an image: the requested size, the same result for the same seed, and reports of unknown words.
import { readFile } from 'node:fs/promises';
import type { DrawQuestion } from 'contract/asked-servers.ts';
import type { AskForPictures } from 'contract/run.ts';
import { warningWords } from 'contract/warnings.ts';
import { sharp } from 'engines/sharp.ts';
import { fixture } from 'engines/test-pictures.ts';
import { expect, test } from 'vitest';
import { tryRun } from '../test-run.ts';
import { drawOptions, redrawOptions } from './contract.ts';
import { runs } from './run.ts';

const small = { width: 320, height: 256 };

test('draws the requested number of different images, and the same ones for the same seed', async () => {
  const options = { prompt: '一只红色的猫在草地上', count: 2, seed: 77, ...small };
  const first = await tryRun(runs.draw, drawOptions, options, {});
  expect(first.output.files.map(({ name, width, height }) => [name, width, height])).toEqual([
    ['一只红色的猫在草地上-1.png', 320, 256],
    ['一只红色的猫在草地上-2.png', 320, 256],
  ]);
  expect((await sharp(first.bytes).metadata()).width).toBe(320);
  expect(first.output.meta).toMatchObject({ engine: 'illustrator', style: 'flat', unknown: [], warnings: [] });
  const second = await readFile(first.output.files[1]!.path);
  expect(second.equals(first.bytes)).toBe(false);
  const again = await tryRun(runs.draw, drawOptions, { ...options, count: 1 }, {});
  expect(again.bytes.equals(first.bytes)).toBe(true);
});

test('the style is the chosen one, or the one named in the prompt', async () => {
  const styleOf = async (prompt: string, styleId?: 'neon') =>
    (await tryRun(runs.draw, drawOptions, { prompt, ...(styleId && { styleId }), ...small }, {})).output.meta?.style;
  expect(await styleOf('一幅水彩画：山和湖')).toBe('watercolour');
  expect(await styleOf('pixel art of a castle', 'neon')).toBe('neon');
});

test('reports unknown words, and draws nothing where it understood nothing', async () => {
  const metaOf = async (prompt: string) => (await tryRun(runs.draw, drawOptions, { prompt, ...small }, {})).output.meta;
  expect(await metaOf('a cat and a zeppelin')).toMatchObject({ unknown: ['zeppelin'], warnings: ['words-unknown'] });
  for (const prompt of ['quantum entropy', 'asdf', '量子熵'])
    await expect(metaOf(prompt)).rejects.toMatchObject({ code: 'PROMPT_NOT_UNDERSTOOD' });
  const inputs = { image_url: fixture('plain.png') };
  const again = await tryRun(runs.redraw, redrawOptions, { prompt: 'quantum entropy', ...small }, { inputs });
  expect(again.output.meta).toMatchObject({ warnings: ['nothing-understood'] });
});

test('a start image is the background at low strength, and gives only its colours at high strength', async () => {
  const middleOf = async (strength: number) => {
    const { bytes } = await tryRun(
      runs.redraw,
      redrawOptions,
      { prompt: 'a bee', seed: 3, strength, ...small },
      { inputs: { image_url: fixture('plain.png') } },
    );
    const { data } = await sharp(bytes)
      .extract({ left: 4, top: 4, width: 40, height: 30 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [0, 1, 2].map(c => data.reduce((sum, v, i) => sum + (i % 3 === c ? v : 0), 0) / (data.length / 3));
  };
  // The upper left quarter of the fixture is red.
  const [red = 0, green = 0] = await middleOf(0.3);
  expect(red).toBeGreaterThan(190);
  expect(green).toBeLessThan(70);
  expect((await middleOf(0.9))[1]).toBeGreaterThan(70);
});

test('a model that this server does not have is refused', async () => {
  await expect(tryRun(runs.draw, drawOptions, { prompt: 'a cat', modelId: 'server' }, {})).rejects.toMatchObject({
    code: 'DRAW_NOT_CONFIGURED',
  });
});

test('a drawing server is called once, and its answer is decoded or refused', async () => {
  const png = (
    await sharp({ create: { width: 64, height: 48, channels: 3, background: '#204080' } })
      .png()
      .toBuffer()
  ).toString('base64');
  const asked: DrawQuestion[] = [];
  const answering =
    (status: number, body: unknown): AskForPictures =>
    async question => {
      asked.push(question);
      return { status, body: JSON.stringify(body) };
    };
  const options = { prompt: '一只猫', styleId: 'oil', count: 2, ...small } as const;
  const attempt = (askForPictures: AskForPictures) => tryRun(runs.draw, drawOptions, options, { askForPictures });
  const sent = { prompt: 'a cat', negativePrompt: '', by: 'words', unknown: ['火锅'] };
  const { output } = await attempt(answering(200, { images: [png, png], sent }));
  expect(output.files.map(({ width, height, name }) => [width, height, name])).toEqual([
    [64, 48, '一只猫-1.png'],
    [64, 48, '一只猫-2.png'],
  ]);
  expect(output.meta).toMatchObject({
    engine: 'server',
    style: 'oil',
    sent,
    warnings: ['drawn-in-other-size', 'prompt-partly-translated'],
    sizes: { wanted: { width: 320 }, drawn: { width: 64, height: 48 } },
  });
  expect(warningWords('drawn-in-other-size', 'en', output.meta).sentence).toMatch(/drew 64 × 48 instead of 320 × \d+$/);
  expect(warningWords('prompt-partly-translated', 'zh', output.meta).sentence).toContain('火锅');
  expect(asked).toMatchObject([{ prompt: '一只猫, Oil paint style', count: 2, width: 320 }]);
  await expect(attempt(answering(451, {}))).rejects.toMatchObject({ code: 'DRAW_REFUSED' });
  await expect(attempt(answering(0, {}))).rejects.toMatchObject({ code: 'DRAW_FAILED' });
  await expect(attempt(answering(200, { images: ['bm8gcGljdHVyZQ=='] }))).rejects.toMatchObject({
    code: 'DRAW_FAILED',
  });
  expect(asked.length).toBe(4);
});

test('the illustrator draws if it is chosen, even if there is a server', async () => {
  const askForPictures: AskForPictures = () => Promise.reject(new Error('it was asked'));
  const { output } = await tryRun(
    runs.draw,
    drawOptions,
    { prompt: 'a cat', modelId: 'illustrator', ...small },
    { askForPictures },
  );
  expect(output.meta?.engine).toBe('illustrator');
});
