// The database's clock as this process knows it. All servers write and compare times by it, so that their own clocks need not agree. It is
// measured every few seconds and carried on between by the monotonic clock, which cannot be set. The watch over the two clocks decides
// when nothing may be deleted (docs/decisions/clocks.md).
import { uptime } from 'node:os';
import type { Logger } from 'pino';
import { type Querier, readClock } from './postgres.ts';

const measureEveryMs = 10_000;
/** A younger reading is not repeated. */
const readingLifeMs = 1000;
/** Clocks set by NTP differ by milliseconds; one that is not set drifts by seconds a day. */
const maxDifferenceMs = 60_000;

export interface DatabaseClock {
  /** The time in the database. */
  readonly now: () => Date;
  /** Why this machine's clock cannot be trusted, as a sentence for the operator; null if it agrees with the database's. */
  readonly findFault: () => Promise<string | null>;
  /** Whether rows may be deleted, or released, because their time is over. */
  readonly mayDelete: () => Promise<boolean>;
  /** Whether the database's clock has been steady for so long that a heartbeat of that age means something. */
  readonly isSteadyFor: (ms: number) => Promise<boolean>;
  readonly close: () => void;
}

interface Reading {
  /** The database's clock. It was read at some moment of the round trip, which ended at `at`. */
  readonly ms: number;
  readonly roundTripMs: number;
  /** Moments of the monotonic clock, which stands still while the machine is suspended, and of one that does not. */
  readonly at: number;
  readonly upMs: number;
  /** The clock of this machine. */
  readonly ownMs: number;
}

async function read(database: Querier): Promise<Reading> {
  const askedAt = performance.now();
  const ms = await readClock(database);
  const at = performance.now();
  return { ms, roundTripMs: at - askedAt, at, upMs: uptime() * 1000, ownMs: Date.now() };
}

/** How far a time is outside of the span from `from` on; negative if it is earlier. */
const outside = (ms: number, from: number, spanMs: number): number =>
  Math.min(0, ms - from) + Math.max(0, ms - from - spanMs);

/** How far the database's clock moved between two readings beyond the time that passed. */
const jumpBetween = (before: Reading, after: Reading): number =>
  outside(after.ms, before.ms + after.upMs - before.upMs - after.roundTripMs, before.roundTripMs + after.roundTripMs);

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `3 days`, `90 minutes`: in the largest unit of which there are at least two. */
function describeSpan(ms: number): string {
  const [unit, length] = units.find(([, length]) => Math.abs(ms) >= 2 * length) ?? ['second', 1000];
  return `${Math.round(Math.abs(ms) / length)} ${unit}s`;
}

const describeDifference = ({ ms, ownMs }: Reading, offMs: number): string =>
  `This server's clock is ${describeSpan(offMs)} ${offMs > 0 ? 'ahead of' : 'behind'} the database's ` +
  `(${new Date(ownMs).toISOString()} here, ${new Date(ms).toISOString()} there): the server is not ready and deletes nothing until ` +
  'they agree. Set the clock of the machine that is wrong, for instance with "timedatectl set-ntp true".';

interface ClockParts {
  readonly database: Querier;
  readonly log: Logger;
  /** How long nothing is deleted after the database's clock has jumped. */
  readonly pauseMs: number;
}

/** Measures once before it returns. */
export async function openDatabaseClock({ database, log, pauseMs }: ClockParts): Promise<DatabaseClock> {
  let last = await read(database);
  /** The reading that `now` starts from: the last one may have waited long for its answer and be less exact. */
  let anchor = last;
  let steadySince = Number.NEGATIVE_INFINITY;
  let fault: string | null = null;
  let measuring: Promise<void> | undefined;
  const nowMs = () => anchor.ms + anchor.roundTripMs / 2 + performance.now() - anchor.at;

  function noteJump(reading: Reading): void {
    const jumpMs = jumpBetween(last, reading);
    if (Math.abs(jumpMs) <= maxDifferenceMs) return;
    steadySince = reading.at;
    log.error(
      { jumpMs },
      `The database's clock jumped ${jumpMs > 0 ? 'forward' : 'back'} by ${describeSpan(jumpMs)}: nothing is deleted for ` +
        `${describeSpan(pauseMs)}, so that everything lives its time. Check the clock of the database's machine, for instance with "timedatectl".`,
    );
  }

  function judge(reading: Reading): void {
    const offMs = outside(reading.ownMs, reading.ms, reading.roundTripMs);
    const found = Math.abs(offMs) > maxDifferenceMs ? describeDifference(reading, offMs) : null;
    if (found && !fault) log.error({ differenceMs: offMs }, found);
    if (!found && fault) log.info("This server's clock agrees with the database's again.");
    fault = found;
  }

  async function measure(): Promise<void> {
    const reading = await read(database);
    noteJump(reading);
    const isAnchorGood = outside(nowMs(), reading.ms, reading.roundTripMs + performance.now() - reading.at) === 0;
    if (!isAnchorGood || reading.roundTripMs < anchor.roundTripMs) anchor = reading;
    last = reading;
    judge(reading);
  }

  /** A reading that is at most a second old, and younger than any setting of this machine's clock. */
  async function look(): Promise<void> {
    const isFresh = performance.now() - last.at < readingLifeMs;
    const isAsBefore = Math.abs(Date.now() - last.ownMs - (performance.now() - last.at)) < maxDifferenceMs;
    if (isFresh && isAsBefore) return;
    measuring ??= measure().finally(() => {
      measuring = undefined;
    });
    await measuring;
  }

  const isSteadyFor = async (ms: number) => {
    await look();
    return fault === null && performance.now() - steadySince >= ms;
  };
  judge(last);
  // A database that does not answer is reported by all that need it.
  const timer = setInterval(() => look().catch(error => log.debug({ err: error })), measureEveryMs);
  timer.unref();
  return {
    now: () => new Date(nowMs()),
    findFault: async () => {
      await look();
      return fault;
    },
    mayDelete: () => isSteadyFor(pauseMs),
    isSteadyFor,
    close: () => clearInterval(timer),
  };
}
