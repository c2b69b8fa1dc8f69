// Tests that a drawing is repeated from the picture it was started with, and offered where it must be paid first.
import { startingWish } from 'contract/drawing-wish.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { announce } from '../events.ts';
import { readStored } from '../storage.ts';

vi.mock('virtual:tile-words/zh', () => ({ tileWords: {} }));
vi.mock('virtual:tile-words/en', () => ({ tileWords: {} }));
vi.mock('virtual:remedies', () => ({ toolRemedies: {} }));
vi.mock('virtual:catalogue', () => ({
  catalogue: [
    {
      name: 'text-to-image',
      calls: [
        { name: 'draw', path: '/draw' },
        { name: 'redraw', path: '/redraw' },
      ],
    },
  ],
}));
let uploaded: Promise<void> | undefined;
let asked: (readonly [string, unknown])[];
let models: string[];
let refusal: Error | undefined;
vi.mock('../client.ts', () => ({
  client: {
    startTask: async (
      path: string,
      input: { image_url?: File; modelId: string },
      { signal }: { signal: AbortSignal },
    ) => {
      const { image_url, modelId } = input;
      await uploaded;
      signal.throwIfAborted();
      models.push(modelId);
      asked.push([path, image_url?.name]);
      if (refusal) throw refusal;
      return new Promise(() => undefined);
    },
  },
}));

vi.mock('../tasks/calls.ts', () => ({
  pollMs: 600,
  askPrice: async () => ({ charge: { kind: 'use', amount: 2, state: 'none' } }),
}));

const { CallError } = await import('../failures/call-error.ts');
const { useShopping } = await import('../shopping.ts');
const { draw, drawAgain, setStart, useDrawing } = await import('./drawing-work.ts');
const choose = (name: string) =>
  useDrawing.setState({ start: { file: new File(['x'], name, { type: 'image/png' }), address: '' } });

beforeEach(() => {
  asked = [];
  models = [];
  refusal = undefined;
  uploaded = undefined;
  useDrawing.setState({ entries: [], start: undefined, error: undefined, wish: { ...startingWish, prompt: 'a pear' } });
});

test('a start picture chosen later does not replace that of an earlier drawing', async () => {
  choose('first.png');
  draw();
  const { id } = useDrawing.getState().entries[0]!;
  choose('second.png');
  drawAgain(id);
  drawAgain(useDrawing.getState().entries[0]!.id);
  await expect.poll(() => asked.length).toBe(3);
  expect(asked).toEqual(Array.from({ length: 3 }, () => ['/redraw', 'first.png']));
});

test('a model that starts from no picture is not asked to, and stays chosen for drawings without one', async () => {
  useDrawing.setState({ wish: { ...startingWish, prompt: 'a pear', model: 'server' } });
  choose('first.png');
  draw();
  setStart(undefined);
  draw();
  await expect.poll(() => models).toEqual(['auto', 'server']);
  expect(useDrawing.getState().wish.model).toBe('server');
});

test('if the page no longer has the start picture, nothing else is drawn instead', async () => {
  choose('first.png');
  draw();
  const entry = useDrawing.getState().entries[0]!;
  // As restored by a reload.
  useDrawing.setState({ entries: [{ ...entry, id: 'restored' }] });
  choose('second.png');
  drawAgain('restored');
  expect(useDrawing.getState().entries).toHaveLength(1);
  expect(useDrawing.getState().error).toEqual(expect.any(String));
});

test('a repetition that must be paid first leaves no card: it is offered, and drawn once it is paid', async () => {
  draw();
  await expect.poll(() => asked.length).toBe(1);
  const done = useDrawing.getState().entries;
  const details = { status: 402, code: 402, details: null, retryAfterSeconds: null };
  refusal = new CallError({ ...details, error: 'TRIAL_USED_UP', msg: 'no tries left' });
  drawAgain(done[0]!.id);
  await expect.poll(() => useShopping.getState().wish).not.toBeNull();
  expect(useShopping.getState().wish).toEqual({ kind: 'offer', coins: 20, reason: 'no tries left' });
  expect(useDrawing.getState().entries).toEqual(done);
  refusal = undefined;
  useShopping.getState().afterwards?.run();
  expect(useDrawing.getState().entries.map(({ phase }) => phase)).toEqual(['waiting', 'waiting']);
});

test('a file that is no picture is refused, and the start picture stays valid', async () => {
  setStart(new File(['x'], 'first.png', { type: 'image/png' }));
  const { start } = useDrawing.getState();
  setStart(new File(['x'], 'notes.txt', { type: 'text/plain' }));
  expect(useDrawing.getState().start).toBe(start);
  expect(await (await fetch(start!.address)).text()).toBe('x');
  setStart(undefined);
  expect(useDrawing.getState().start).toBeUndefined();
  await expect(fetch(start!.address)).rejects.toThrow();
});

test('after a logout no drawing, prompt or start picture is left, and one whose picture is still being sent is not started', async () => {
  const sending = Promise.withResolvers<void>();
  uploaded = sending.promise;
  choose('first.png');
  draw();
  const { id } = useDrawing.getState().entries[0]!;
  announce('work:forget');
  expect(useDrawing.getState()).toEqual({ entries: [], start: undefined, error: undefined, wish: startingWish });
  sending.resolve();
  await new Promise(resolve => setTimeout(resolve, 20));
  expect(asked).toEqual([]);
  drawAgain(id);
  expect(useDrawing.getState().entries).toEqual([]);
  expect(['textToImage', 'imageToImage'].map(readStored)).toEqual([null, null]);
});
