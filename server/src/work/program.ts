// Runs a program for a child: the child's own sandbox, limits and process group apply to it as well.
import { spawn } from 'node:child_process';
import type { Output, ProgramRun, RunContext } from 'contract/run.ts';
import { readLines } from './messages.ts';

const maxLineBytes = 64 * 1024;
/** The part of its standard error that is kept, to explain a failure. */
const lastWordsBytes = 4096;

/** On failure, throws the error that `explain` derives from the program's last output, or else an Error with that output. */
export async function runProgram<Options>(run: ProgramRun<Options>, context: RunContext<Options>): Promise<Output> {
  const plan = await run.plan(context);
  let lastWords = '';
  await new Promise<void>((resolve, reject) => {
    const program = spawn(plan.program, plan.args, { cwd: context.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const hear = (line: string) => {
      const fraction = plan.hear(line);
      if (fraction !== undefined) context.progress(fraction * 100, 'working');
    };
    readLines(program.stdout, maxLineBytes, hear, error => {
      program.kill('SIGKILL');
      reject(error);
    });
    program.stderr.on('data', (chunk: Buffer) => {
      lastWords = (lastWords + chunk.toString('utf8')).slice(-lastWordsBytes);
    });
    program.once('error', reject);
    program.once('close', (code, signal) => {
      if (code === 0) return resolve();
      const said = `${plan.program} ended with ${signal ?? code}: ${lastWords}`;
      reject(plan.explain?.(lastWords) ?? new Error(said));
    });
  });
  return plan.finish();
}
