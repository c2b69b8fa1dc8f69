// A visitor of the topology, in a namespace that reaches nginx alone: does real work with the product's own client, and asks the process that started it
// for what a visitor cannot do, such as killing a worker. `visit.ts <JSON>`.
import { once } from 'node:events';
import { request } from 'node:https';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { inspect } from 'node:util';
import AdmZip from 'adm-zip';
import type { Task } from 'contract/task.ts';
import { type Client, createClient } from '../../client/client.ts';
import { openFile } from '../../client/node.ts';
import { makeBmp } from '../../server/testing/pictures.ts';

/** What the visitor is told. */
export interface Visit {
  readonly site: string;
  readonly addresses: readonly string[];
  readonly hidden: readonly (readonly [host: string, port: number])[];
  readonly username: string;
  readonly password: string;
  /** A file with a clip whose conversion takes some seconds. */
  readonly clip: string;
  readonly isOpenByPolicy: boolean;
}

/** What the visitor asks for: the name of the worker that runs a task; with `kill`, which is killed. */
export interface Question {
  readonly taskId: string;
  readonly kill: boolean;
}

const visit: Visit = JSON.parse(process.argv[2] ?? '{}');
const origin = `https://${visit.site}`;
const paths = {
  clip: '/web/video/formatmp4/newFormatmp4',
  convert: '/web/picture/format/newPicFormat',
  enlarge: '/web/losslessAmplification',
} as const;

function require(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Error(what);
}

const toFile = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name, { type: 'image/bmp' });

async function ask(question: Question): Promise<string> {
  process.send?.(question);
  const [answer] = await once(process, 'message');
  return String(answer);
}

const canConnect = (host: string, port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect({ host, port, timeout: 1000 });
    const end = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });

async function seeNginxAlone(): Promise<string> {
  require(await canConnect(visit.site, 443), 'nginx is not reached');
  for (const [host, port] of visit.hidden) require(!(await canConnect(host, port)), `${host}:${port} can be reached`);
  return `${visit.hidden.length} other addresses do not answer`;
}

async function loadPage(): Promise<string> {
  const page = await fetch(origin);
  const html = await page.text();
  require(page.ok && html.includes('<html'), `the page: ${page.status}`);
  require(page.headers.has('strict-transport-security'), 'the server does not know that it is behind https');
  const scripts = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);
  require(scripts.length > 0, 'the page names no script');
  for (const script of scripts) {
    const answer = await fetch(new URL(script, origin));
    require(answer.ok &&
      /javascript|css/.test(answer.headers.get('content-type') ?? ''), `${script}: ${answer.status}`);
  }
  return `with ${scripts.length} scripts and styles`;
}

/** A client that counts the parts that it sends. */
function createCounted(clientUid: string) {
  let sent = 0;
  const counted: typeof fetch = (to, init) => {
    if (init?.method === 'PUT') sent++;
    return fetch(to, init);
  };
  return { client: createClient({ origin, clientUid, fetch: counted }), sent: () => sent };
}

/** Of five parts, in two goes; then a run on the whole. */
async function resumeUpload(): Promise<string> {
  const side = 3600;
  const file = toFile(makeBmp(side, side), 'large.bmp');
  const clientUid = crypto.randomUUID();
  const cut = new AbortController();
  let saved: Parameters<NonNullable<NonNullable<Parameters<Client['upload']>[1]>['onSaved']>>[0] | undefined;
  const first = createCounted(clientUid);
  const onSent = (bytes: number) => bytes > 0 && cut.abort();
  const options = { onSaved: (one: typeof saved) => (saved = one), onSent, signal: cut.signal };
  const cause = await first.client.upload(file, options).then(
    () => 'it ended',
    error => (cut.signal.aborted ? undefined : error),
  );
  if (cause !== undefined || saved === undefined) throw new Error('the upload was not cut', { cause });
  const second = createCounted(clientUid);
  const { path } = await second.client.upload(file, { saved });
  const parts = Math.ceil(file.size / (8 * 1024 * 1024));
  require(second.sent() > 0 && second.sent() < parts, `${second.sent()} of ${parts} parts were sent again`);
  const task = await second.client.runTask(paths.convert, { imageUrl: path, format: 'webp' });
  require(task.result?.files[0]?.width === side, `the large picture ended as ${task.status}`);
  return `${parts} parts, of which the second go sent ${second.sent()}; the picture is whole`;
}

interface Arrival {
  readonly atMs: number;
  readonly status: Task['status'];
  readonly progress: number;
}

/** The events of a task as they come through nginx, read without the client, which would also poll. */
async function readStream(taskId: string, clientUid: string): Promise<Arrival[]> {
  const began = performance.now();
  const answer = await fetch(`${origin}/web/task/${taskId}/events`, { headers: { clientUid } });
  require(answer.ok, `the stream: ${answer.status}`);
  const arrivals: Arrival[] = [];
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString();
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      const task = data ? (JSON.parse(data) as Task) : undefined;
      if (task?.taskId)
        arrivals.push({ atMs: performance.now() - began, status: task.status, progress: task.progress });
    }
  }
  return arrivals;
}

/** Events of progress must come one after the other while the task runs: a proxy that buffers gives all of them at the end. */
async function seeEvents(): Promise<string> {
  const clientUid = crypto.randomUUID();
  const client = createClient({ origin, clientUid });
  const task = await client.startTask(paths.enlarge, { imageUrl: toFile(makeBmp(300, 240), 'a.bmp'), upscale: 4 });
  const arrivals = await readStream(task.taskId, clientUid);
  const end = arrivals.at(-1);
  require(end?.status === 'done', `the stream ended with ${end?.status}`);
  const early = arrivals.filter(({ status, atMs }) => status === 'running' && atMs < end.atMs - 500);
  const values = new Set(early.map(({ progress }) => progress));
  require(values.size >= 3, `only ${values.size} values of progress came before the end: ${JSON.stringify(arrivals)}`);
  return `${arrivals.length} events in ${(end.atMs / 1000).toFixed(1)} s, ${values.size} values of progress half a second and more before the end`;
}

async function runBatch(): Promise<string> {
  const client = createClient({ origin });
  const inputs = Array.from({ length: 100 }, (_, nth) => toFile(makeBmp(160, 120, nth + 1), `${nth}.bmp`));
  const began = performance.now();
  const { batchId, outcomes } = await client.runBatch(
    paths.convert,
    inputs.map(imageUrl => ({ imageUrl, format: 'png' as const })),
  );
  const done = outcomes.filter(({ task }) => task?.status === 'done');
  require(done.length === inputs.length, `${done.length} of ${inputs.length} are done`);
  const zip = new AdmZip(Buffer.from(await (await client.openZip(batchId)).arrayBuffer()));
  require(zip.getEntries().length === inputs.length, `the zip has ${zip.getEntries().length} files`);
  return `${done.length} done in ${((performance.now() - began) / 1000).toFixed(1)} s, and in one zip`;
}

/** A part of a result, the headers of files that strangers have sent, and a private file, which no visitor may read. */
async function download(): Promise<string> {
  const client = createClient({ origin });
  const task = await client.runTask(paths.convert, { imageUrl: toFile(makeBmp(640, 480), 'a.bmp'), format: 'png' });
  const url = task.result?.files[0]?.url ?? '';
  require(url.startsWith(`${origin}/pixwright-files/`), `a result is at ${url}`);
  const whole = await fetch(url);
  const bytes = Buffer.from(await whole.arrayBuffer());
  const part = await fetch(url, { headers: { range: 'bytes=100-299' } });
  require(part.status === 206, `a range: ${part.status}`);
  require(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 300)), 'a range has other bytes');
  require(part.headers.get('content-range') === `bytes 100-299/${bytes.length}`, 'a range does not say of what it is');
  for (const answer of [whole, part]) {
    require(answer.headers.get('content-security-policy')?.startsWith('sandbox;') ?? false, 'a file may run scripts');
    require(answer.headers.get('x-content-type-options') === 'nosniff', 'a browser may guess what a file is');
  }
  if (!visit.isOpenByPolicy) return '206, the same bytes; files run no scripts';
  const secret = await fetch(`${origin}/pixwright-files/private/any`);
  require(secret.status === 403, `a private file: ${secret.status}`);
  return '206, the same bytes; files run no scripts; private files are refused';
}

interface Answer {
  readonly status: number;
  readonly error: string;
}

/** Tries to log in from one of the visitor's own addresses. */
async function logIn(password: string, localAddress: string, forged?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(forged && { 'x-forwarded-for': forged }) };
  const sent = request(`${origin}/web/udUser/userLogin`, { method: 'POST', headers, localAddress, agent: false });
  sent.end(JSON.stringify({ username: visit.username, password, type: 2 }));
  const [answer] = await once(sent, 'response');
  const { error } = (await json(answer)) as { error: string };
  return { status: answer.statusCode, error };
}

/** Five wrong guesses at a name are free for an address. Whose they are must be what nginx sees, whatever the client writes. */
async function guessPasswords(): Promise<string> {
  const [mine = '', other = ''] = visit.addresses;
  for (let guess = 1; guess <= 5; guess++) {
    const { error } = await logIn('wrong', mine, `198.51.100.${guess}`);
    require(error !== 'RATE_LIMITED', `guess ${guess} was refused`);
  }
  for (const forged of [undefined, '198.51.100.77', other, `${other}, 198.51.100.78`]) {
    const { status, error } = await logIn('wrong', mine, forged);
    require(status === 429 &&
      error === 'RATE_LIMITED', `a forged address ${forged} gave another guess: ${status} ${error}`);
  }
  const { error } = await logIn('wrong', other);
  require(error !== 'RATE_LIMITED', 'the guesses of one address count for another one behind the same proxy');
  const { status } = await logIn(visit.password, other);
  require(status === 200, `the right password: ${status}`);
  return 'the sixth guess is refused to its own address, with four forged headers, and no other; the right password opens';
}

async function convertClip(): Promise<string> {
  const client = createClient({ origin });
  const clip = await openFile(visit.clip);
  const task = await client.runTask(paths.clip, { videoUrl: clip, format: 'mp4', shortSide: 144 });
  require(task.status === 'done', `the clip ended as ${task.status}`);
  return `done on ${await ask({ taskId: task.taskId, kill: false })}`;
}

async function loseWorker(): Promise<string> {
  const client = createClient({ origin });
  const task = await client.startTask(paths.clip, {
    videoUrl: await openFile(visit.clip),
    format: 'webm',
    shortSide: 240,
  });
  let killed: Promise<string> | undefined;
  const ended = await client.followTask(task, {
    onChange: ({ status, progress }) => {
      if (status === 'running' && progress > 5) killed ??= ask({ taskId: task.taskId, kill: true });
    },
  });
  const first = await killed;
  require(first !== undefined, 'the clip ended before its worker could be killed');
  require(ended.status === 'done', `the clip ended as ${ended.status}: ${ended.error?.msg}`);
  const last = await ask({ taskId: task.taskId, kill: false });
  require(last !== first, `${last} ended the task itself`);
  return `killed on ${first}, done on ${last}`;
}

const checks: readonly (readonly [what: string, check: () => Promise<string>])[] = [
  ['nginx alone is reached', seeNginxAlone],
  ['the page', loadPage],
  ['an upload in parts, cut and resumed', resumeUpload],
  ['events while a task runs', seeEvents],
  ['a batch', runBatch],
  ['a download', download],
  ['a login', guessPasswords],
  ['a clip', convertClip],
  ['a worker that is killed', loseWorker],
];

let misses = 0;
for (const [what, check] of checks) {
  try {
    console.log(`ok    ${what}: ${await check()}`);
  } catch (error) {
    misses++;
    console.log(`MISS  ${what}: ${inspect(error)}`);
  }
}
process.exit(misses === 0 ? 0 : 1);
