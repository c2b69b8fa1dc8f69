// A child process that does what its assignment's `mode` says, for tests of the pool and its sandbox. Without a mode it never ends.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { connect, Socket } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { type Assignment, readLines, sendToWorker, type ToChild, type ToWorker } from '../src/work/messages.ts';

const pipe = new Socket({ fd: 3, readable: true, writable: true });
const say = (message: ToWorker) => sendToWorker(pipe, message);
const hoard: Buffer[] = [];

const answer = (meta: Record<string, unknown> = {}) => say({ kind: 'done', output: { files: [], meta } });

/** What the system said to something that should not work: an error's code, or `done`. */
async function attempt(work: () => unknown): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

const reach = (where: { port: number; host: string } | { path: string }) =>
  new Promise((resolve, reject) => connect(where).once('connect', resolve).once('error', reject));

/** Names a file in its folder as its result after `make` has put something there that is none. */
function answerWith(folder: string, make: (file: string) => void): void {
  const file = path.join(folder, 'result.png');
  make(file);
  say({ kind: 'done', output: { files: [{ path: file, name: 'result.png', type: 'png' }] } });
}

/** Further values that a test sets. */
interface Options {
  readonly bytes?: number;
  readonly values?: number;
  readonly boxes?: number;
  readonly pauseMs?: number;
  readonly cpuMs?: number;
  readonly file?: string;
  readonly server?: number;
  readonly files?: readonly string[];
  readonly folders?: readonly string[];
  readonly port?: number;
  readonly socket?: string;
  /** Starts its program in a session, and so a process group, of its own. */
  readonly leavesGroup?: boolean;
}

type Mode = (options: Options, assignment: Assignment) => unknown;

const modes: Record<string, Mode> = {
  answer: () => answer({ pid: process.pid, uid: process.getuid?.() }),
  refuse: () => say({ kind: 'refused', code: 'FILE_CORRUPT', details: { why: 'because' } }),
  'refuse-strangely': () => say({ kind: 'refused', code: 'constructor', details: null }),
  throw: () => say({ kind: 'fault', message: 'unexpected', stack: '' }),
  complain: ({ file = '' }) => {
    writeSync(2, file);
    answer({ pid: process.pid });
  },
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  exit: () => process.exit(0),
  hang: () => {
    say({ kind: 'progress', percent: 1, stage: 'working' });
    for (;;);
  },
  /** Reports a little more progress for ever, and works on it. */
  'pretend-to-move': () => {
    for (let percent = 1; ; percent += (100 - percent) / 1000) {
      say({ kind: 'progress', percent, stage: 'working' });
      for (const until = performance.now() + 20; performance.now() < until; );
    }
  },
  /** Reports progress at a steady pace, idle in between. */
  move: async ({ values = 10, pauseMs = 100 }) => {
    for (let step = 1; step <= values; step++) {
      say({ kind: 'progress', percent: (100 * step) / values, stage: 'working' });
      await new Promise(resolve => setTimeout(resolve, pauseMs));
    }
    answer({ pid: process.pid });
  },
  /** Works for so much processor time, without a word. */
  toil: ({ cpuMs = 1000 }) => {
    const usedMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
    for (const until = usedMs() + cpuMs; usedMs() < until; )
      for (const soon = performance.now() + 10; performance.now() < soon; );
    answer({ pid: process.pid });
  },
  /** Has many programs in endless loops, which wait for each other. */
  'crowd-the-processor': () => {
    say({ kind: 'progress', percent: 1, stage: 'working' });
    for (let count = 0; count < 24; count++) spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' });
  },
  /** Never answers, like an engine in an endless loop, and neither does the program it started. */
  'hang-with-a-program': ({ leavesGroup = false }) => {
    for (const detached of leavesGroup ? [false, true] : [false])
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore', detached });
    say({ kind: 'progress', percent: 1, stage: 'working' });
    for (;;);
  },
  hoard: () => {
    setInterval(() => hoard.push(Buffer.alloc(32 * 1024 * 1024, 1)), 10);
  },
  /** One allocation far beyond the limit, faster than anything outside can look. */
  grab: ({ bytes }) => {
    hoard.push(Buffer.alloc(Number(bytes), 1));
    answer();
  },
  keep: ({ bytes }) => {
    hoard.push(Buffer.alloc(Number(bytes), 1));
    answer({ pid: process.pid });
  },
  /** Lets a process of its own fill the memory. */
  'hoard-by-proxy': () => {
    const script = 'const all = []; setInterval(() => all.push(Buffer.alloc(33554432, 1)), 10)';
    spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
  },
  /** As above, by a process whose parent has ended and which leads a session: nothing leads from this child to it. */
  'hoard-by-orphan': () => {
    const script = 'const all = []; setInterval(() => all.push(Buffer.alloc(33554432, 1)), 10)';
    const parent = `const options = { stdio: 'ignore', detached: true };
      require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(script)}], options).unref()`;
    spawn(process.execPath, ['-e', parent], { stdio: 'ignore', detached: true });
  },
  /** Answers, and begins when it is at rest. */
  'hoard-at-rest': (options, assignment) => {
    answer({ pid: process.pid });
    setTimeout(() => modes['hoard-by-proxy']?.(options, assignment), 200);
  },
  'answer-and-leave-a-child': () => {
    const { pid } = spawn('sleep', ['600'], { stdio: 'ignore', detached: true });
    answer({ pid: process.pid, left: pid });
  },
  'fill-disk': ({ bytes }, { folder }) => {
    for (let written = 0; written < Number(bytes); written += 1024 * 1024)
      writeFileSync(path.join(folder, String(written)), Buffer.alloc(1024 * 1024, 1));
  },
  'leave-a-child': ({ leavesGroup = false }) => {
    const { pid } = spawn('sleep', ['600'], { stdio: 'ignore', detached: leavesGroup });
    writeFileSync(path.join(process.env.TMPDIR ?? '', 'pid'), String(pid));
    say({ kind: 'progress', percent: 2, stage: 'working' });
  },
  'exit-without-its-child': ({ leavesGroup = false }) => {
    const { pid } = spawn('sleep', ['600'], { stdio: 'ignore', detached: leavesGroup });
    writeFileSync(path.join(process.env.TMPDIR ?? '', 'pid'), String(pid));
    process.exit(3);
  },
  babble: () => pipe.write('{"kind":"done","output":7}\n'),
  rant: () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const go = () => pipe.write(chunk, go);
    go();
  },
  /** A well-formed answer of any length. */
  'answer-at-length': ({ values = 0, boxes = 0, bytes = 0 }) =>
    say({
      kind: 'done',
      output: {
        files: [],
        meta: { values: Array.from({ length: values }, () => 0), text: 'x'.repeat(bytes) },
        boxes: Array.from({ length: boxes }, () => ({ x: 0, y: 0, w: 1, h: 1, score: 1 })),
      },
    }),
  'link-to': ({ file }, { folder }) => answerWith(folder, made => symlinkSync(String(file), made)),
  'hard-link-to': ({ file }, { folder }) => answerWith(folder, made => linkSync(String(file), made)),
  'answer-from': ({ file }) =>
    say({ kind: 'done', output: { files: [{ path: String(file), name: 'x.png', type: 'png' }] } }),
  'read-input': (_options, { inputs }) => answer({ text: readFileSync(inputs.picture!.path, 'latin1') }),
  'write-input': async (_options, { inputs }) =>
    answer({ said: await attempt(() => writeFileSync(inputs.picture!.path, 'overwritten')) }),
  describe: () =>
    answer({
      environment: process.env,
      status: readFileSync('/proc/self/status', 'utf8'),
      limits: readFileSync('/proc/self/limits', 'utf8'),
      badness: readFileSync('/proc/self/oom_score_adj', 'utf8').trim(),
    }),
  deface: async ({ files = [] }) =>
    answer({
      overwritten: await Promise.all(files.map(file => attempt(() => writeFileSync(file, 'defaced')))),
      opened: await Promise.all(files.map(file => attempt(() => chmodSync(file, 0o777)))),
      removed: await Promise.all(files.map(file => attempt(() => unlinkSync(file)))),
    }),
  trespass: async ({ server, files = [], folders = [], port, socket }) =>
    answer({
      environment: await attempt(() => readFileSync(`/proc/${server}/environ`)),
      memory: await attempt(() => readFileSync(`/proc/${server}/mem`)),
      kill: await attempt(() => process.kill(Number(server), 0)),
      files: await Promise.all(files.map(file => attempt(() => readFileSync(file)))),
      lists: await Promise.all(folders.map(folder => attempt(() => readdirSync(folder)))),
      writes: await Promise.all(folders.map(folder => attempt(() => writeFileSync(path.join(folder, 'trace'), '')))),
      network: await attempt(() => reach({ port: Number(port), host: '127.0.0.1' })),
      socket: await attempt(() => reach({ path: String(socket) })),
    }),
};

readLines(
  pipe,
  Number.POSITIVE_INFINITY,
  line => {
    const message = JSON.parse(line) as ToChild;
    if (message.kind === 'warm-up') return say({ kind: 'ready' });
    if (message.kind !== 'run') return;
    process.env.TMPDIR = message.folder;
    void modes[String(message.options.mode)]?.(message.options as Options, message);
  },
  () => process.exit(1),
);
pipe.on('close', () => process.exit());
