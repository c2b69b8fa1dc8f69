// Preloaded into a server (`--import`): its clock is off by SHIFT_HOURS, and by SHIFT_LATER_HOURS from the moment it gets SIGUSR2. What
// measures durations (`performance.now`, timers) is untouched, as on a machine whose clock was set wrong.
const hourMs = 3_600_000;
let shiftMs = Number(process.env.SHIFT_HOURS ?? 0) * hourMs;
process.on('SIGUSR2', () => {
  shiftMs = Number(process.env.SHIFT_LATER_HOURS ?? 0) * hourMs;
});

const RealDate = Date;
class ShiftedDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...(given as [number]));
  }
  static override now(): number {
    return RealDate.now() + shiftMs;
  }
}
globalThis.Date = ShiftedDate as DateConstructor;
