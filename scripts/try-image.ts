// Makes the container image's root file system without a container engine and tries it: its size, the time of a start, its health check, and a task
// of a picture and one of a clip, as the account that the image names. `node scripts/try-image.ts [folder]`, as root.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@pixwright/client/client.ts';
import { tools } from 'tools/index.ts';
import { environmentOf, readDockerfile, type Step, stepsOf } from './dockerfile.ts';
import { buildStage, enter, type Inside, placeOf } from './image-root.ts';

const checkout = path.dirname(import.meta.dirname);
const work = path.resolve(process.argv[2] ?? '/var/tmp/pixwright-image');
const port = 18_480;
const maxBytes = 1.5e9;
const limitMs = 120_000;

const stages = readDockerfile(readFileSync(path.join(checkout, 'Dockerfile'), 'utf8'));
const root = buildStage(stages, 'product', work);
const steps = stepsOf(stages, 'product');
const wordsOf = (kind: 'ENTRYPOINT' | 'CMD' | 'HEALTHCHECK') =>
  steps.findLast((step): step is Extract<Step, { words: readonly string[] }> => step.kind === kind)?.words ?? [];

const bytes = Number(execFileSync('du', ['-s', '-x', '--block-size=1', root], { encoding: 'utf8' }).split('\t')[0]);
console.log(`\nThe image has ${(bytes / 1e6).toFixed(0)} MB.`);
if (bytes > maxBytes) throw new Error(`more than ${maxBytes / 1e6} MB`);

const inside: Inside = {
  root,
  ...placeOf(steps),
  environment: { ...environmentOf(steps), PORT: String(port), HOME: '/home/node' },
};

/** Starts it on an empty or on the former data, and waits until the health check of the image says that it is ready. */
async function start() {
  const [program = '', ...args] = enter(inside, [...wordsOf('ENTRYPOINT'), ...wordsOf('CMD')]);
  const began = performance.now();
  const server = spawn(program, args, { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      answer => answer.ok,
      () => false,
    );
  while (!(await isReady())) {
    if (server.exitCode !== null || performance.now() - began > limitMs) throw new Error('it did not start');
    await sleep(20);
  }
  const seconds = (performance.now() - began) / 1000;
  const stop = async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
  };
  return { url, seconds, stop };
}

async function tryTasks(url: string): Promise<void> {
  const client = createClient({ origin: url, tools });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><rect width="64" height="48" fill="#08f"/></svg>';
  const picture = await client.tools.imageConverter({
    imageUrl: new File([svg], 'a.svg', { type: 'image/svg+xml' }),
    format: 'png',
  });
  console.log(`A picture: ${picture.status}`);
  const clip = path.join(root, 'data/clip.mp4');
  const making = [
    'ffmpeg',
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=160x120:rate=10:duration=2',
    '-pix_fmt',
    'yuv420p',
    '/data/clip.mp4',
  ];
  const [program = '', ...args] = enter(inside, making);
  execFileSync(program, args);
  const made = await client.tools.videoConverter({
    videoUrl: new File([readFileSync(clip)], 'a.mp4', { type: 'video/mp4' }),
    format: 'mkv',
  });
  console.log(`A clip: ${made.status}`);
}

const data = path.join(root, 'data');
const empty = () => execFileSync('sh', ['-c', 'rm -rf "$1"/*', 'sh', data]);
empty();
for (const what of ['first', 'second']) {
  const server = await start();
  console.log(`The ${what} start took ${server.seconds.toFixed(2)} s.`);
  const [program = '', ...args] = enter(inside, wordsOf('HEALTHCHECK'));
  execFileSync(program, args);
  if (what === 'second') await tryTasks(server.url);
  await server.stop();
}
empty();
