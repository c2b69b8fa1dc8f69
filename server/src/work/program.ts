// Runs a program for a child: the child's own walls, limits and process group hold for it as well.
import { spawn } from 'node:child_process';
import type { Output, ProgramRun, RunContext } from 'contract/run.ts';
import { readLines } from './messages.ts';

const maxLineBytes = 64 * 1024;
/** What is kept of its complaints, to explain why it failed. */
const lastWordsBytes = 4096;

/** Throws what `explain` makes of the program's last words when it fails, or an Error with them. */
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
