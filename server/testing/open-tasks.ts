// Limits how many tasks an owner may have open, for a test of what clients do then.
import { onTestFinished } from 'vitest';
import { admissionLimits } from '../src/tasks/admission.ts';

/** Until the end of the test. */
export function limitOpenTasks(max: number): void {
  const { openPerOwner } = admissionLimits;
  admissionLimits.openPerOwner = max;
  onTestFinished(() => {
    admissionLimits.openPerOwner = openPerOwner;
  });
}
