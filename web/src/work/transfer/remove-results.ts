// Deletes tasks whose results the page no longer shows. A zip of their batch waits for that, or it would still contain them.
import { live } from '../items/live.ts';
import { removeTask } from './calls.ts';
import { passOver } from './problems.ts';

export function removeResult(taskId: string): void {
  const { removals } = live;
  const removal = removeTask(taskId)
    .catch(passOver)
    .finally(() => removals.delete(removal));
  removals.add(removal);
}
