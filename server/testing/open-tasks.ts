// Limits how many tasks an owner may have open, for a test of what clients do then.
import { onTestFinished } from 'vitest';
import { admissionLimits } from '../src/tasks/admission.ts';

/** Until the end of the test. */
export function limitOpenTasks(most: number): void {
  const { openPerOwner } = admissionLimits;
  admissionLimits.openPerOwner = most;
  onTestFinished(() => {
    admissionLimits.openPerOwner = openPerOwner;
  });
}
