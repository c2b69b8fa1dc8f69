// Drawings on stand-ins of WebUI and ComfyUI that others use too: what runs is followed, and the drawing of an ended task is stopped, but never that of
// another user.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sharp } from 'engines/sharp.ts';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type StandInComfy, type StandInComfyOptions, startStandInComfy } from '../../testing/stand-in-comfy.ts';
import { type StandInWebuiOptions, startStandInWebui } from '../../testing/stand-in-webui.ts';
import { judgeWorkflow, type Workflow } from '../adapters/comfy-workflow.ts';
import { askForPictures } from './ask-server.ts';
import type { DrawServerSettings } from './draw-calls.ts';
import { Farewells } from './farewells.ts';

const folder = path.join(mkdtempSync(path.join(tmpdir(), 'followed-')), 'task-9-1', 'out');

interface Drawing {
  /** The status of the answer, and how many pictures it has. */
  readonly ended: Promise<readonly [number, number]>;
  readonly fractions: readonly number[];
  readonly cancel: () => void;
  /** Resolves when the server was told. */
  readonly said: () => Promise<void>;
}

const slow = { steps: 1000, stepMs: 10 };

function start(server: Partial<DrawServerSettings> & { url: string }, { limitMs = 60_000, count = 1 } = {}): Drawing {
  const stop = new AbortController();
  const farewells = new Farewells(pino({ enabled: false }));
  const fractions: number[] = [];
  const asker = { folder, account: undefined, signal: stop.signal, farewells };
  const onProgress = (fraction: number) => void fractions.push(fraction);
  const question = {
    server: 'draw',
    prompt: 'ours',
    negativePrompt: '',
    width: 64,
    height: 64,
    count,
    seed: 1,
  } as const;
  const settings = {
    kind: 'sdwebui',
    model: 'sd.safetensors',
    prompts: 'as-written',
    chat: null,
    workflow: null,
    ...server,
  } as const;
  const ended = askForPictures(settings, question, { ...asker, onProgress }, { limitMs, pauses: [] }).then(
    ({ status, body }) =>
      [status, status === 200 ? (JSON.parse(body) as { images: string[] }).images.length : 0] as const,
  );
  return { ended, fractions, cancel: () => stop.abort(), said: () => farewells.settle() };
}

const isRising = (values: readonly number[]) => values.every((value, i) => i === 0 || value > values[i - 1]!);

describe('Stable Diffusion WebUI', () => {
  async function open(options: StandInWebuiOptions = {}) {
    const server = await startStandInWebui(options);
    onTestFinished(server.close);
    const foreign = (prompt: string) =>
      fetch(`${server.url}/sdapi/v1/txt2img`, {
        method: 'POST',
        body: JSON.stringify({ prompt, width: 64, height: 64, batch_size: 1 }),
      }).catch(() => undefined);
    return { server, foreign };
  }

  test.each(['page', 'api'] as const)(
    'progress is read, and a cancelled drawing interrupted, where the %s tells',
    async tells => {
      const { server } = await open({ ...slow, tells });
      const drawing = start(server);
      await expect.poll(() => drawing.fractions.length, { timeout: 10_000 }).toBeGreaterThan(1);
      expect(isRising(drawing.fractions)).toBe(true);
      drawing.cancel();
      expect((await drawing.ended)[0]).toBe(0);
      await drawing.said();
      await expect.poll(() => server.interrupted).toEqual(['ours']);
      expect(server.interrupts()).toBe(1);
    },
  );

  test('a drawing that takes too long is interrupted', async () => {
    const { server } = await open({ ...slow, tells: 'page', lie: undefined } as StandInWebuiOptions);
    const drawing = start(server, { limitMs: 400 });
    expect((await drawing.ended)[0]).toBe(0);
    await drawing.said();
    await expect.poll(() => server.interrupted).toEqual(['ours']);
  });

  test('a drawing of somebody else goes on, and ours is stopped as it begins', async () => {
    const { server, foreign } = await open({ steps: 150, stepMs: 10 });
    void foreign('theirs');
    await expect.poll(() => server.wishes.length).toBe(1);
    const drawing = start(server);
    await expect.poll(() => server.queued()).toEqual(['ours']);
    drawing.cancel();
    await drawing.ended;
    await expect.poll(() => server.interrupted, { timeout: 20_000 }).toEqual(['ours']);
    expect(server.drawn).toEqual(['theirs']);
    expect(server.interrupts()).toBe(1);
  });

  test('a server that does not tell whose drawing it is gets no interrupt', async () => {
    const { server, foreign } = await open({ ...slow, tells: 'nothing' });
    void foreign('theirs');
    await expect.poll(() => server.wishes.length).toBe(1);
    const drawing = start(server);
    await expect.poll(() => server.wishes.length).toBe(2);
    drawing.cancel();
    await drawing.ended;
    await drawing.said();
    expect([server.interrupts(), drawing.fractions]).toEqual([0, []]);
  });

  const lies = {
    'no JSON': () => '<html>busy</html>',
    'a progress beyond the whole': () =>
      JSON.stringify({ active: true, queued: false, completed: false, progress: 1e9 }),
    'a negative progress': () => JSON.stringify({ active: true, queued: false, completed: false, progress: -1 }),
    'no number': () => JSON.stringify({ active: true, queued: false, completed: false, progress: 'half' }),
    'a huge answer': () => JSON.stringify({ active: true, queued: false, completed: false, x: 'a'.repeat(9e6) }),
  };
  test.each(Object.entries(lies))('%s changes nothing', async (_, lie) => {
    const { server } = await open({ steps: 130, stepMs: 10, lie });
    const drawing = start(server);
    expect(await drawing.ended).toEqual([200, 1]);
    expect(drawing.fractions).toEqual([]);
  });
});

describe('ComfyUI', () => {
  async function open(options: StandInComfyOptions = {}) {
    const server = await startStandInComfy(options);
    onTestFinished(server.close);
    const foreign = async () => {
      const sampled = { class_type: 'KSampler', inputs: {} };
      const answer = await fetch(`${server.url}/prompt`, {
        method: 'POST',
        body: JSON.stringify({ prompt: { sampled }, client_id: 'theirs' }),
      });
      return ((await answer.json()) as { prompt_id: string }).prompt_id;
    };
    return { server, foreign };
  }
  const comfy = ({ url }: StandInComfy) => ({ kind: 'comfyui', url, key: 'secret' }) as const;

  test('the websocket is opened with the key, tells the progress, and is closed', async () => {
    const { server } = await open({ steps: 20, stepMs: 10 });
    const drawing = start(comfy(server), { count: 2 });
    expect(await drawing.ended).toEqual([200, 2]);
    expect(server.sockets).toEqual(['Bearer secret']);
    expect(drawing.fractions.length).toBeGreaterThan(15);
    expect(isRising(drawing.fractions)).toBe(true);
    expect(drawing.fractions.at(-1)).toBeGreaterThan(0.9);
    await expect.poll(() => server.socketCount()).toBe(0);
  });

  test('without a websocket the history tells when it is done', async () => {
    const { server } = await open({ hasSocket: false });
    const drawing = start(comfy(server));
    expect([await drawing.ended, drawing.fractions]).toEqual([[200, 1], []]);
  });

  test('a graph that fails is no longer waited for', async () => {
    const { server } = await open({ fails: true });
    expect(await start(comfy(server)).ended).toEqual([500, 0]);
  });

  test.each([false, true])('a running drawing is interrupted (an old version: %s)', async isOld => {
    const { server } = await open({ ...slow, isOld });
    const drawing = start(comfy(server));
    await expect.poll(() => drawing.fractions.length).toBeGreaterThan(2);
    drawing.cancel();
    expect(await drawing.ended).toEqual([0, 0]);
    await drawing.said();
    await expect.poll(() => server.interrupted.length).toBe(1);
    expect(server.drawn).toEqual([]);
  });

  test.each([false, true])(
    'a drawing of somebody else goes on while ours leaves the queue (an old version: %s)',
    async isOld => {
      const { server, foreign } = await open({ steps: 100, stepMs: 20, isOld });
      const theirs = await foreign();
      const drawing = start(comfy(server));
      await expect.poll(() => server.graphs.length).toBe(2);
      drawing.cancel();
      await drawing.ended;
      await drawing.said();
      expect(server.removed).toHaveLength(1);
      await expect.poll(() => server.drawn, { timeout: 20_000 }).toEqual([theirs]);
      expect(server.interrupted).toEqual([]);
    },
  );

  test('bad messages change nothing', async () => {
    const about = (type: string, data: object) => JSON.stringify({ type, data });
    const lies = (id: string) => [
      'no JSON',
      '[]',
      'null',
      '{"type":"progress","data":null}',
      about('progress', { value: 1e9, max: 1, prompt_id: id }),
      about('progress', { value: -5, max: 10, prompt_id: id }),
      about('progress', { value: 10, max: 0, prompt_id: id }),
      about('progress', { value: 9, max: 10, node: 'sampled', prompt_id: 'of somebody else' }),
      about('execution_error', { prompt_id: 'of somebody else' }),
      about('executing', { node: '__proto__', prompt_id: id }),
      about('execution_cached', { nodes: ['no such node'], prompt_id: id }),
      Buffer.from('picture'),
      'x'.repeat(2_000_000),
    ];
    const { server } = await open({ steps: 8, stepMs: 20, lies });
    const { server: honest } = await open({ steps: 8, stepMs: 20 });
    const [told, expected] = [start(comfy(server)), start(comfy(honest))];
    expect([await told.ended, await expected.ended]).toEqual([
      [200, 1],
      [200, 1],
    ]);
    expect(told.fractions).toEqual(expected.fractions);
  });

  test('a message beyond all measure ends the websocket, not the drawing', async () => {
    const { server } = await open({ steps: 5, lies: () => ['y'.repeat(12_000_000)] });
    const drawing = start(comfy(server));
    expect(await drawing.ended).toEqual([200, 1]);
    expect(drawing.fractions.every(fraction => fraction < 0.5)).toBe(true);
  });

  test('a server that makes progress is waited for, and one that pretends for ever is not', async () => {
    const { server } = await open({ steps: 60, stepMs: 20 });
    expect(await start(comfy(server), { limitMs: 500 }).ended).toEqual([200, 1]);
    const { server: endless } = await open({ steps: 100_000, stepMs: 5 });
    const startedAt = performance.now();
    const drawing = start(comfy(endless), { limitMs: 300 });
    expect(await drawing.ended).toEqual([0, 0]);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await drawing.said();
    await expect.poll(() => endless.interrupted.length).toBe(1);
  });
  describe('by a workflow of the operator', () => {
    const node = (class_type: string, inputs: object) => ({ class_type, inputs });
    const base = {
      text: node('CLIPTextEncode', { text: 'best, %prompt%' }),
      sampled: node('KSampler', { seed: '%seed%', denoise: '%strength%', positive: ['text', 0] }),
      saved: node('SaveImage', { images: ['sampled', 0], filename_prefix: 'own' }),
    };
    const workflowOf = (graph: object) => judgeWorkflow(JSON.stringify(graph)) as Workflow;

    test('without %count% it runs once for each picture, with another seed', async () => {
      const { server } = await open({ steps: 3 });
      const drawing = start({ ...comfy(server), workflow: workflowOf(base) }, { count: 2 });
      expect(await drawing.ended).toEqual([200, 2]);
      const sampled = server.graphs.map(graph => graph.sampled!.inputs);
      expect(sampled).toMatchObject([
        { seed: 1, denoise: 1 },
        { seed: 2, denoise: 1 },
      ]);
      expect(server.graphs[0]!.text!.inputs).toEqual({ text: 'best, ours' });
      expect(isRising(drawing.fractions)).toBe(true);
    });

    test('one that starts from a picture gets a plain one, and a mask that leaves all to it', async () => {
      const { server } = await open({ steps: 3 });
      const pictures = {
        start: node('LoadImage', { image: '%image%' }),
        mask: node('LoadImageMask', { image: '%mask%' }),
      };
      const drawing = start({ ...comfy(server), workflow: workflowOf({ ...base, ...pictures }) });
      expect(await drawing.ended).toEqual([200, 1]);
      const { start: loaded, mask, sampled } = server.graphs[0]!;
      expect([loaded!.inputs.image, mask!.inputs.image, sampled!.inputs.denoise]).toEqual([
        'task-9.png',
        'task-9-mask.png',
        1,
      ]);
      const stats = await Promise.all(server.uploads.map(picture => sharp(picture).stats()));
      expect(stats.map(({ channels, isOpaque }) => [channels[0]!.mean, isOpaque])).toEqual([
        [128, true],
        [0, false],
      ]);
    });
  });
});
