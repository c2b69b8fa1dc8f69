// A process with two children in endless loops, for tests that kill it. It prints its data folder once both are at work.
import { writeSync } from 'node:fs';
import { controlOf, openCells } from './cells.ts';

const cells = await openCells();
const pool = cells.openPool();
// What left the process group of a child is only found if the child has an account of its own.
const options = { leavesGroup: process.getuid?.() === 0 };
const begin = (mode: string) =>
  new Promise<void>(resolve => {
    void pool.run(cells.assign({ options: { ...options, mode } }), controlOf({ onProgress: () => resolve() }));
  });
await Promise.all([begin('hang'), begin('hang-with-a-program')]);
writeSync(1, `${cells.dataFolder}\n`);
