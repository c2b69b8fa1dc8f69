// What a deadline counts: time without progress, as far as the run had the processor it wanted.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CpuShare } from './cpu-time.ts';
import { startDeadline } from './run-deadline.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
/** Whether a run is over after these minutes; at the end of each it reports what `percentAt` says. */
function isOverAfter(
  minutes: number,
  { percentAt, cpu }: { percentAt?: (minute: number) => number; cpu?: (tick: number) => CpuShare },
): boolean {
  const onOver = vi.fn();
  let tick = 0;
  const deadline = startDeadline({ deadlineMs: 10 * minute, onOver, ...(cpu && { readCpu: () => cpu(tick++) }) });
  for (let at = 1; at <= minutes; at++) {
    vi.advanceTimersByTime(minute);
    if (percentAt) deadline.hear(percentAt(at));
  }
  deadline.end();
  return onOver.mock.calls.length > 0;
}

test('a run without progress ends at its deadline, and one that moves does not', () => {
  expect(isOverAfter(9, {})).toBe(false);
  expect(isOverAfter(11, {})).toBe(true);
  expect(isOverAfter(35, { percentAt: at => at * 2.5 })).toBe(false);
});

test('the same percentage, a tiny rise, a fall and nonsense are no progress', () => {
  const reports = [() => 50, (at: number) => 50 + at / 1000, (at: number) => 50 - at, () => Number.NaN];
  for (const percentAt of reports) expect(isOverAfter(13, { percentAt })).toBe(true);
});

test('a run that always moves ends after four deadlines', () => {
  const percentAt = (at: number) => at * 0.2;
  expect(isOverAfter(39, { percentAt })).toBe(false);
  expect(isOverAfter(41, { percentAt })).toBe(true);
});

test('a run that gets a tenth of a processor has ten times as long', () => {
  const cpu = () => ({ usedMs: 100, share: 0.1 });
  expect(isOverAfter(95, { cpu })).toBe(false);
  expect(isOverAfter(105, { cpu })).toBe(true);
});

test('processor time counts, however many threads wait for each other', () => {
  const everything = 1000 * (navigator.hardwareConcurrency ?? 1);
  expect(isOverAfter(11, { cpu: () => ({ usedMs: everything, share: 0.001 }) })).toBe(true);
});
