// A process with two children in endless loops, for tests that kill it. It prints its data folder once both are at work.
import { writeSync } from 'node:fs';
import { controlOf, openCells } from './cells.ts';

const cells = await openCells();
const pool = cells.openPool();
// Only a child with an account of its own can be followed out of its process group.
const options = { leavesGroup: process.getuid?.() === 0 };
const begin = (mode: string) =>
  new Promise<void>(resolve => {
    void pool.run(cells.assign({ options: { ...options, mode } }), controlOf({ onProgress: () => resolve() }));
  });
await Promise.all([begin('hang'), begin('hang-with-a-program')]);
writeSync(1, `${cells.dataFolder}\n`);
