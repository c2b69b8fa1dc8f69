// Hostile clips through everything that opens a clip, inside a server's sandbox: the facts, the still frame, the film strip and the
// waveform, the converter and one other tool, in rotation. Clips that try to reach other files or machines go through the converter once
// more outside of the sandbox, where only ffmpeg's arguments stop them. HOSTILE_ONLY selects clips by name, HOSTILE_TOOL another tool for
// all of them.

import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { convertOptions } from 'contract/clip/convert-options.ts';
import { AppError } from 'contract/errors.ts';
import { type FileFacts, fileFactsSchema } from 'contract/facts.ts';
import { sniffBytes, sniffMedia } from 'contract/media.ts';
import type { InputFile } from 'contract/run.ts';
import { containers, makeClip } from 'engines/video/test-clips.ts';
import type { HostileClip } from 'engines/video/test-containers.ts';
import { makeSpies } from 'engines/video/test-hostile-clips.ts';
import { lieInMp4 } from 'engines/video/test-hostile-indexes.ts';
import { lieAboutSizes } from 'engines/video/test-hostile-sizes.ts';
import { lieElsewhere } from 'engines/video/test-hostile-sounds.ts';
import { lieAboutTimes } from 'engines/video/test-hostile-times.ts';
import { runs } from 'tools/video-converter/run.ts';
import { requireAccepted } from '../server/src/objects/require-file.ts';
import { findCall } from '../server/src/tasks/catalogue.ts';
import { openLightPool } from '../server/src/work/light-pool.ts';
import { measureFolder } from '../server/src/work/scratch.ts';
import { controlOf, megabyte, openCells } from '../server/testing/cells.ts';
import { familyMegabytes, residentMegabytes } from './processes.ts';
import type { Bench, Line } from './report.ts';

const aims = { seconds: 60, megabytes: 1536, diskMegabytes: 1024 };
const lookEveryMs = 100;
const probeModule = new URL('../server/src/objects/probe-run.ts', import.meta.url).href;
const secret = 'words that nobody may read';

interface Pass {
  readonly tool: string;
  readonly call: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

const converter: Pass = { tool: 'video-converter', call: 'convert' };
/** Options with which a tool reads a whole clip and encodes it again. */
const others: readonly Pass[] = [
  { tool: 'separate', call: 'separate' },
  { tool: 'mark-video', call: 'mark', options: { markContent: 'mark', motion: 'scroll' } },
  { tool: 'inpaint-video', call: 'remove', options: { list: [{ x: 2, y: 2, w: 24, h: 16 }] } },
  { tool: 'inpaint-video', call: 'auto', options: { findOnly: true } },
  { tool: 'gif', call: 'make', options: { end: 4 } },
  { tool: 'video-to-text', call: 'transcribe' },
  { tool: 'video-converter', call: 'view' },
];

interface Outcome {
  readonly clip: HostileClip;
  readonly said: string;
  readonly seconds: number;
  readonly megabytes: number;
  readonly diskMegabytes: number;
}

/** Truncated and mutated sound clips of every container format. */
function breakClips(folder: string): HostileClip[] {
  return containers.flatMap(({ name, args }) => {
    const whole = readFileSync(makeClip({ folder, name, args }));
    const parts = [0.1, 0.5, 0.9].map(share => ({
      name: `${name}: its first ${share * 100} %`,
      fileName: name,
      bytes: whole.subarray(0, Math.round(whole.length * share)),
    }));
    const noisy = Buffer.from(whole);
    for (let at = 64; at < noisy.length; at += 97) noisy[at] = (at * 7919) & 0xff;
    return [...parts, { name: `${name}: a byte in a hundred changed`, fileName: name, bytes: noisy }];
  });
}

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : `fault: ${String(error).slice(0, 200)}`);

function writeClip(clip: HostileClip, folder: string): { path: string; bytes: number; head: Buffer } {
  const file = path.join(folder, 'input.bin');
  writeFileSync(file, clip.bytes);
  if (clip.paddedBytes !== undefined) truncateSync(file, clip.paddedBytes);
  return { path: file, bytes: statSync(file).size, head: clip.bytes.subarray(0, sniffBytes) };
}

/** Creates a file that no run should read, and a server that none should contact. */
async function layBait(folder: string) {
  const canary = path.join(folder, 'canary.txt');
  writeFileSync(canary, secret);
  // With relatime, a file system updates the access time if it is older than the modification time.
  const [read, changed] = [new Date(2001, 0), new Date(2002, 0)];
  utimesSync(canary, read, changed);
  let visits = 0;
  const server = createServer(socket => {
    visits += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    bait: { canary, url: `http://127.0.0.1:${port}` },
    visits: () => visits,
    isRead: () => statSync(canary).atimeMs !== read.getTime(),
    close: () => server.close(),
  };
}

const tellsSecret = (folder: string): boolean =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== 'input.bin')
    .some(entry => readFileSync(path.join(entry.parentPath, entry.name)).includes(secret));

interface Place {
  readonly cells: Awaited<ReturnType<typeof openCells>>;
  readonly light: ReturnType<typeof openLightPool>;
  readonly clips: ReturnType<typeof openLightPool>;
  readonly pool: ReturnType<Awaited<ReturnType<typeof openCells>>['openPool']>;
}

/** One call of a tool, as the worker makes it. Returns the outcome as text. */
async function runPass(
  { cells, pool }: Place,
  { tool, call, options: wished }: Pass,
  { file, facts, home }: { readonly file: InputFile; readonly facts: FileFacts; readonly home: string },
): Promise<string> {
  const entry = findCall(tool, call);
  const rule = entry?.call.inputs.find(({ field }) => field === 'videoUrl');
  if (!entry || !rule) throw new Error(`no tool takes a clip as ${tool}/${call}`);
  try {
    const head = readFileSync(file.path).subarray(0, sniffBytes);
    await requireAccepted(sniffMedia(head), rule, async () => head);
  } catch (error) {
    return codeOf(error);
  }
  const options = entry.call.options.parse(wished ?? {}) as Record<string, unknown>;
  const folder = path.join(home, `${tool}-${call}`);
  mkdirSync(folder);
  const assigned = cells.assign({ module: `tools/${tool}/run.ts`, call, options });
  rmSync(assigned.home, { recursive: true });
  const { deadlineMs } = entry.call;
  const wantedMs = typeof deadlineMs === 'number' ? deadlineMs : deadlineMs({ options, facts: { videoUrl: [facts] } });
  const control = controlOf({ deadlineMs: Math.min(wantedMs, aims.seconds * 2000) });
  return pool.run({ ...assigned, home, folder, inputs: { videoUrl: file } }, control).then(() => 'done', codeOf);
}

/** Processes a clip like a server: sniffs, probes, shows, and runs the converter and another tool. Returns the outcome as text. */
async function open(place: Place, clip: HostileClip, other: Pass, home: string): Promise<string> {
  const { path: file, bytes, head } = writeClip(clip, home);
  const type = sniffMedia(head);
  if (!type) return 'TYPE_UNSUPPORTED';
  const input = { path: file, name: clip.fileName, bytes, type };
  const look = {
    sender: { owner: null, address: 'a' },
    module: probeModule,
    options: { bytes },
    inputs: { file: input },
  };
  const facts = await place.light
    .run({ ...look, call: 'probe' }, ({ meta }): FileFacts => fileFactsSchema.parse(meta?.facts))
    .catch(() => ({ type, bytes }));
  await place.light.run({ ...look, call: 'poster' }, () => undefined).catch(() => undefined);
  for (const call of ['film', 'peaks'])
    await place.clips.run({ ...look, call }, () => undefined).catch(() => undefined);
  const said: string[] = [];
  for (const pass of [{ ...converter, options: clip.options }, other])
    said.push(await runPass(place, pass as Pass, { file: input, facts, home }));
  return said.join(', ');
}

async function tryClip(place: Place, clip: HostileClip, other: Pass): Promise<Outcome & { isTold: boolean }> {
  const { home } = place.cells.assign();
  let [megabytes, diskMegabytes] = [0, 0];
  const watch = setInterval(async () => {
    megabytes = Math.max(megabytes, familyMegabytes(process.pid) - residentMegabytes(process.pid));
    diskMegabytes = Math.max(diskMegabytes, (await measureFolder(home)) / megabyte);
  }, lookEveryMs);
  const startedAt = performance.now();
  const said = await open(place, clip, other, home);
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(watch);
  const isTold = tellsSecret(home);
  rmSync(home, { recursive: true, force: true });
  return { clip, said: `${said} (${other.tool}/${other.call})`, seconds, megabytes, diskMegabytes, isTold };
}

/** Runs the converter in this process, so that ffmpeg may access everything that this account may. */
async function tryWithoutWalls(clip: HostileClip, folder: string): Promise<boolean> {
  const home = mkdtempSync(path.join(folder, 'bare-'));
  const { path: file, bytes, head } = writeClip(clip, home);
  const type = sniffMedia(head);
  const input = { path: file, name: clip.fileName, bytes, type: type ?? 'mp4' };
  const run = {
    options: convertOptions.parse(clip.options ?? {}),
    inputs: { videoUrl: input },
    lists: {},
    models: {},
    folder: home,
    progress: () => undefined,
  };
  await runs.convert(run).catch(() => undefined);
  const isTold = tellsSecret(home);
  rmSync(home, { recursive: true });
  return isTold;
}

const isBeyond = ({ said, seconds, megabytes, diskMegabytes }: Outcome) =>
  /fault|DEADLINE/.test(said) ||
  seconds > aims.seconds ||
  megabytes > aims.megabytes ||
  diskMegabytes > aims.diskMegabytes;

function describe(outcomes: readonly Outcome[]): Line {
  const max = (of: 'seconds' | 'megabytes' | 'diskMegabytes') => Math.max(...outcomes.map(outcome => outcome[of]));
  const beyond = outcomes.filter(isBeyond);
  for (const { clip, said, seconds, megabytes, diskMegabytes } of beyond)
    console.log(
      `  ${clip.name}: ${said}, ${seconds.toFixed(1)} s, ${Math.round(megabytes)} MB, disk ${Math.round(diskMegabytes)} MB`,
    );
  const converted = outcomes.filter(({ said }) => said.startsWith('done')).length;
  return {
    what: `${outcomes.length} hostile clips through facts, still frame, film, waveform, converter and another tool each`,
    ours: `${outcomes.length - converted} refused, ${converted} converted; slowest ${max('seconds').toFixed(1)} s, ${Math.round(max('megabytes'))} MB, disk ${Math.round(max('diskMegabytes'))} MB; ${beyond.length} beyond`,
    rival: '–',
    aim: `each refused or converted in ≤ ${aims.seconds} s, ≤ ${aims.megabytes} MB, ≤ ${aims.diskMegabytes} MB of disk`,
    isMet: beyond.length === 0,
  };
}

export const benchHostileMedia: Bench = async () => {
  const cells = await openCells();
  const light = openLightPool(cells);
  const clips = openLightPool({ ...cells, for: 'clips' });
  const pool = cells.openPool(
    { maxBytes: 4096 * megabyte, restBytes: 700 * megabyte, maxAssignments: 100, maxScratchBytes: 4096 * megabyte },
    null,
  );
  const { bait, visits, isRead, close } = await layBait(cells.dataFolder);
  try {
    const clip = readFileSync(makeClip({ folder: cells.dataFolder, name: 'sound.mp4' }));
    const spies = await makeSpies(clip, bait);
    const liars = [
      ...lieInMp4(clip),
      ...(await lieAboutSizes()),
      ...(await lieAboutTimes()),
      ...lieElsewhere(),
      ...breakClips(cells.dataFolder),
    ];
    const only = process.env.HOSTILE_ONLY;
    const chosen = [...spies, ...liars].filter(({ name }) => !only || name.includes(only));
    const tools = others.filter(({ tool, call }) => `${tool}/${call}`.includes(process.env.HOSTILE_TOOL ?? ''));
    const outcomes: (Outcome & { isTold: boolean })[] = [];
    for (const [number, one] of chosen.entries()) {
      const outcome = await tryClip({ cells, light, clips, pool }, one, tools[number % tools.length]!);
      if (only || process.env.HOSTILE_LOUD)
        console.log(
          `  ${one.name}: ${outcome.said}, ${outcome.seconds.toFixed(1)} s, ${Math.round(outcome.megabytes)} MB, ${Math.round(outcome.diskMegabytes)} MB`,
        );
      outcomes.push(outcome);
    }
    let told = outcomes.filter(({ isTold }) => isTold).length;
    for (const spy of spies) told += Number(await tryWithoutWalls(spy, cells.dataFolder));
    return [
      describe(outcomes),
      {
        what: `${spies.length} of them that name other files and addresses, once more without walls`,
        ours: `${visits()} messages, ${told} results with words of the other file; it was ${isRead() ? 'read' : 'not read'}`,
        rival: '–',
        aim: 'none, not read',
        isMet: visits() === 0 && told === 0 && !isRead(),
      },
    ];
  } finally {
    close();
    await light.close();
    await clips.close();
    await pool.close();
    cells.close();
  }
};
