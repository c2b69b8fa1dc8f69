// The same work as a function, as a program and on a model server. It does what its option `mode` says, for the tests that all runners pass.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from 'contract/errors.ts';
import type { ProgramRun, RemoteRun, Run } from 'contract/run.ts';
import { tinyPng } from './pictures.ts';

interface Options {
  readonly mode: 'work' | 'hang' | 'crash' | 'refuse' | 'fail' | 'flood';
}

const nameOf = (folder: string) => path.join(folder, 'result.png');
const resultIn = (folder: string) => ({ files: [{ path: nameOf(folder), name: 'result.png', type: 'png' }] }) as const;
const endless = () => new Promise<never>(() => setInterval(() => undefined, 1000));

const work: Run<Options> = async ({ options, folder, progress }) => {
  progress(50, 'working');
  if (options.mode === 'hang') await endless();
  if (options.mode === 'crash') process.kill(process.pid, 'SIGSEGV');
  if (options.mode === 'refuse') throw new AppError('FILE_CORRUPT', { why: 'refused' });
  if (options.mode === 'fail') throw new Error('it failed');
  writeFileSync(nameOf(folder), tinyPng);
  return resultIn(folder);
};

const scripts: Record<Options['mode'], string> = {
  work: `fs.writeFileSync('result.png', Buffer.from('${tinyPng.toString('base64')}', 'base64'))`,
  hang: 'setInterval(() => undefined, 1000)',
  crash: "process.kill(process.pid, 'SIGSEGV')",
  refuse: "console.error('broken input'); process.exit(3)",
  fail: 'process.exit(4)',
  flood: "for (;;) fs.writeSync(1, 'x'.repeat(65536))",
};

const program: ProgramRun<Options> = {
  plan: async ({ options, folder }) => ({
    program: process.execPath,
    args: ['-e', `console.log('frame=50'); ${scripts[options.mode]}`],
    hear: line => {
      const percent = /^frame=(\d+)$/.exec(line)?.[1];
      return percent === undefined ? undefined : Number(percent) / 100;
    },
    explain: said => (said.includes('broken input') ? new AppError('FILE_CORRUPT', { why: 'refused' }) : undefined),
    finish: async () => resultIn(folder),
  }),
};

const remote: RemoteRun<Options> = {
  plan: async ({ options }) => {
    let bytes: Uint8Array = new Uint8Array();
    let text = '';
    return {
      server: 'test',
      path: `/${options.mode}`,
      body: { prompt: 'a house' },
      hear: event => {
        const { fraction, partial, file } = event as { fraction?: number; partial?: string; file?: string };
        if (file) bytes = Buffer.from(file, 'base64');
        if (partial) text += partial;
        return fraction;
      },
      explain: status => (status === 422 ? new AppError('FILE_CORRUPT', { why: 'refused' }) : undefined),
      finish: () => ({ files: [{ name: 'result.png', type: 'png', bytes }], text }),
    };
  },
};

/** Which of its own modules Node has loaded so far in this process. */
const listNodeModules: Run<Options> = async () => ({
  files: [],
  meta: { loaded: (process as unknown as { moduleLoadList: readonly string[] }).moduleLoadList },
});

export const runs = { child: work, program, listNodeModules };
export const remotes = { remote };
