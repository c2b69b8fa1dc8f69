// The unfinished pictures of drawing servers, undecoded: those of our job alone, seldom, and nothing that is too large or no picture.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sharp } from 'engines/sharp.ts';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { packFrame, type StandInComfyOptions, startStandInComfy } from '../../testing/stand-in-comfy.ts';
import { type StandInWebuiOptions, startStandInWebui } from '../../testing/stand-in-webui.ts';
import { askForPictures } from './ask-server.ts';
import { Farewells } from './farewells.ts';

/** Of the servers, which end together: most of the tests run side by side. */
const closes: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closes.map(close => close())));

const paint = (background: string, format: 'jpeg' | 'png' = 'png') =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
const [ours, theirs, ourJpeg] = [await paint('#20a040'), await paint('#a02020'), await paint('#20a040', 'jpeg')];
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');

interface Asked {
  readonly kind: 'sdwebui' | 'comfyui';
  readonly url: string;
  readonly previews?: boolean;
}

/** Draws, and returns the pictures that came meanwhile, with the milliseconds between them. */
async function draw({ kind, url, previews = true }: Asked) {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'unfinished-')), 'task-3-1', 'out');
  const seen: Buffer[] = [];
  const pauses: number[] = [];
  let lastAt = Number.NaN;
  const fractions: number[] = [];
  const settings = { kind, url, model: 'sd.safetensors', prompts: 'as-written', chat: null, workflow: null } as const;
  const size = { width: 64, height: 64 };
  const question = {
    server: 'draw',
    prompt: 'ours',
    negativePrompt: '',
    ...size,
    count: 1,
    seed: 1,
    previews,
  } as const;
  const { status } = await askForPictures(
    settings,
    question,
    {
      folder,
      account: undefined,
      signal: new AbortController().signal,
      farewells: new Farewells(pino({ enabled: false })),
      onProgress: fraction => void fractions.push(fraction),
      onUnfinished(picture) {
        seen.push(picture);
        if (seen.length > 1) pauses.push(performance.now() - lastAt);
        lastAt = performance.now();
      },
    },
    { limitMs: 60_000, pauses: [] },
  );
  expect(status).toBe(200);
  expect(fractions.length).toBeGreaterThan(2);
  return { seen, pauses };
}

async function openWebui(options: StandInWebuiOptions) {
  const server = await startStandInWebui({ steps: 70, stepMs: 100, ...options });
  closes.push(server.close);
  return { kind: 'sdwebui', url: server.url } as const;
}

async function openComfy(options: StandInComfyOptions) {
  const server = await startStandInComfy({ steps: 50, stepMs: 100, ...options });
  closes.push(server.close);
  return { kind: 'comfyui', url: server.url } as const;
}

/** One of each kind came, and none too soon. */
function expectSeldom({ seen, pauses }: Awaited<ReturnType<typeof draw>>, picture: Buffer): void {
  expect(seen.length).toBeGreaterThan(1);
  for (const one of seen) expect(one.equals(picture)).toBe(true);
  expect(Math.min(...pauses)).toBeGreaterThan(1900);
}

// They wait for seconds to pass, each for its own server.
describe.concurrent('side by side', () => {
  test.each(['page', 'api'] as const)('WebUI: pictures of our job are passed on, where the %s tells', async tells => {
    const server = await openWebui({ tells, unfinished: prompt => (prompt === 'ours' ? ours : theirs) });
    const foreign = fetch(`${server.url}/sdapi/v1/txt2img`, {
      method: 'POST',
      body: JSON.stringify({ prompt: 'theirs', width: 64, height: 64, batch_size: 1 }),
    });
    expectSeldom(await draw(server), ours);
    await foreign;
  });

  test('WebUI: a picture that the page knows is not sent again, and without a wish none is asked for', async () => {
    const wishes: number[] = [];
    const unfinished = (_: string, step: number) => {
      wishes.push(step);
      return ours;
    };
    await draw({ ...(await openWebui({ steps: 45, unfinished })), previews: false });
    expect(wishes).toEqual([]);
    await draw(await openWebui({ unfinished }));
    expect(wishes.length).toBeLessThan(5);
  });

  test('WebUI: what is no picture or too large is dropped, and the drawing goes on', async () => {
    const bad = [svg, Buffer.from('garbage'), Buffer.concat([ours, Buffer.alloc(2_100_000)]), Buffer.alloc(0)];
    expect((await draw(await openWebui({ unfinished: (_, step) => bad[step % bad.length] }))).seen).toEqual([]);
  });

  test('ComfyUI: pictures are passed on', async () => {
    expectSeldom(await draw(await openComfy({ unfinished: () => ourJpeg })), ourJpeg);
  });

  const named = (id: string, picture: Buffer) => {
    const metadata = JSON.stringify({ prompt_id: id, node_id: '1', image_type: 'image/png' });
    return packFrame(4, metadata.length, metadata, picture);
  };
  const running = (id: string) => JSON.stringify({ type: 'executing', data: { node: '1', prompt_id: id } });

  test('ComfyUI: newer messages name their run, and those of others are dropped', async () => {
    const lies = (id: string) => [named('another', theirs), named(id, ours)];
    expectSeldom(await draw(await openComfy({ lies })), ours);
  });

  test('ComfyUI: pictures that come while another run is worked on are not ours', async () => {
    // Our own message comes right after, and is heard again.
    const lies = () => [running('another'), packFrame(1, 2, theirs)];
    expect((await draw(await openComfy({ lies }))).seen).toEqual([]);
  });

  test('ComfyUI: what is no picture is dropped', async () => {
    const frames = [
      packFrame(1, 1, svg),
      packFrame(1, 1),
      packFrame(4, 2 ** 32 - 1, 'x'),
      packFrame(4, 5, '{nope', ours),
      packFrame(4, 2, '{}', ours),
      packFrame(2, 2, ours),
      Buffer.from([0, 0, 1]),
      packFrame(1, 2, ours, Buffer.alloc(3_000_000)),
    ];
    let sent = 0;
    const lies = () => [frames[sent++ % frames.length]!];
    expect((await draw(await openComfy({ steps: 20, lies }))).seen).toEqual([]);
  });

  test('ComfyUI: of fifteen thousand pictures one is read every two seconds', async () => {
    const lies = () => Array.from({ length: 500 }, () => packFrame(1, 2, ours));
    const startedAt = performance.now();
    const { seen } = await draw(await openComfy({ steps: 30, lies }));
    expect(seen.length).toBeGreaterThan(0);
    // However long a busy machine takes for all of them.
    expect(seen.length).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 2000);
  });
});

test('WebUI: with fifty megabytes the whole answer is lost, and the progress is read without', async () => {
  const unfinished = () => Buffer.concat([ours, Buffer.alloc(50_000_000)]);
  expect((await draw(await openWebui({ steps: 100, unfinished }))).seen).toEqual([]);
});
