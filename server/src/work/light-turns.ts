// The turns of light work: whose work starts next, and which is stopped and put back because it takes long while others wait.
//
// Every job begins in a quick place. One that is not over after a slice moves to a slow place; if all of those are taken and others wait for its
// place, it is stopped and begins again in a slow place, once it is its turn. So a file that takes long costs others a slice at most.

import { AppError } from 'contract/errors.ts';
import type { LightSender } from '../parts.ts';
import { Stopped } from './runner.ts';

interface TurnOptions {
  readonly quickWidth: number;
  readonly slowWidth: number;
  readonly sliceMs: number;
}

/**
 * Jobs that may wait at once; further ones are refused with QUEUE_FULL. The last places are for senders with none waiting, so that ten senders
 * together leave room for others.
 */
const maxWaiting = { ofOwner: 16, ofAddress: 64, ofAll: 128, ofNewcomers: 512 };
const busyRetrySeconds = 5;
/** Senders that are remembered for their turns. */
const maxRemembered = 10_000;

interface Job {
  readonly owner: string;
  readonly address: string;
  /** Runs it until `signal` aborts. */
  readonly act: (signal: AbortSignal) => Promise<void>;
  isSlow: boolean;
  /** Whether it is to begin again in a slow place. */
  isPutBack: boolean;
  place: 'quick' | 'slow' | undefined;
  isOverdue: boolean;
  control: AbortController;
}

/** Remembers when each name was served last, the most recent ones only. */
function createServedLast() {
  const served = new Map<string, number>();
  let now = 0;
  return {
    of: (name: string) => served.get(name) ?? 0,
    note(...names: readonly string[]) {
      now += 1;
      for (const name of names) {
        served.delete(name);
        served.set(name, now);
      }
      for (const name of served.keys()) {
        if (served.size <= maxRemembered) return;
        served.delete(name);
      }
    },
  };
}

export class LightTurns {
  readonly #options: TurnOptions;
  /** In the order in which they arrived. */
  #waiting: Job[] = [];
  readonly #running = new Set<Job>();
  readonly #served = createServedLast();

  constructor(options: TurnOptions) {
    this.#options = options;
  }

  /**
   * Runs `act` in turn. It must reject soon once its signal aborts, and may be called a second time. Throws QUEUE_FULL, or the reason of `signal`
   * once it aborts.
   */
  async run<T>(sender: LightSender, act: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const owner = `owner ${sender.owner ?? sender.address}`;
    const address = `address ${sender.address ?? sender.owner}`;
    this.#requireRoom(owner, address);
    return new Promise<T>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const job: Job = {
        owner,
        address,
        isSlow: false,
        isPutBack: false,
        place: undefined,
        isOverdue: false,
        control: new AbortController(),
        act: own =>
          act(own).then(
            value => {
              // It may have ended while it was being stopped.
              job.isPutBack = false;
              resolve(value);
            },
            error => {
              job.isPutBack &&= error instanceof Stopped;
              if (!job.isPutBack) reject(error);
            },
          ),
      };
      // The result of a job whose client has left is not waited for.
      const leave = () => {
        reject(signal?.reason);
        this.#waiting = this.#waiting.filter(other => other !== job);
        job.isPutBack = false;
        job.control.abort(new Stopped('its client has left'));
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(job);
      this.#startNext();
    });
  }

  #requireRoom(owner: string, address: string): void {
    const count = (is: (job: Job) => boolean) => [...this.#waiting, ...this.#running].filter(is).length;
    const ofOwner = count(job => job.owner === owner && job.address === address);
    const ofAddress = count(job => job.address === address);
    const max = ofAddress === 0 ? maxWaiting.ofAll + maxWaiting.ofNewcomers : maxWaiting.ofAll;
    const isFull =
      ofOwner >= maxWaiting.ofOwner ||
      ofAddress >= maxWaiting.ofAddress ||
      this.#waiting.length + this.#running.size >= max;
    if (isFull) throw new AppError('QUEUE_FULL', { retryAfterSeconds: busyRetrySeconds });
  }

  #count(place: Job['place']): number {
    return [...this.#running].filter(job => job.place === place).length;
  }

  /** The waiting job that is next: one of a sender with nothing running, who was served longest ago. */
  #findNext(isSlow: boolean): Job | undefined {
    const busy = new Set([...this.#running].flatMap(job => [job.owner, job.address]));
    const ready = this.#waiting.filter(job => job.isSlow === isSlow && !busy.has(job.owner) && !busy.has(job.address));
    const lastOf = ({ owner, address }: Job) => Math.max(this.#served.of(owner), this.#served.of(address));
    return ready.reduce<Job | undefined>((best, job) => {
      if (!best) return job;
      const sooner = lastOf(job) - lastOf(best) || this.#served.of(job.owner) - this.#served.of(best.owner);
      return sooner < 0 ? job : best;
    }, undefined);
  }

  #startNext(): void {
    const { quickWidth, slowWidth } = this.#options;
    while (this.#count('slow') < slowWidth) {
      const next = this.#findNext(true);
      const overdue = [...this.#running].find(job => job.isOverdue);
      if (next) this.#start(next, 'slow');
      else if (overdue) {
        overdue.isOverdue = false;
        overdue.place = 'slow';
      } else break;
    }
    while (this.#count('quick') < quickWidth) {
      const next = this.#findNext(false);
      if (!next) return;
      this.#start(next, 'quick');
    }
    // One place at a time: the next look comes when it is free.
    const running = [...this.#running];
    if (this.#findNext(false) && !running.some(job => job.isPutBack)) this.#putBack(running.find(job => job.isOverdue));
  }

  /** Stops a job, so that its place is free. */
  #putBack(job: Job | undefined): void {
    if (!job) return;
    job.isOverdue = false;
    job.isPutBack = true;
    job.control.abort(new Stopped('it takes long, and others wait'));
  }

  #start(job: Job, place: 'quick' | 'slow'): void {
    this.#waiting = this.#waiting.filter(other => other !== job);
    this.#served.note(job.owner, job.address);
    job.place = place;
    this.#running.add(job);
    const slice = setTimeout(() => {
      job.isOverdue = job.place === 'quick';
      this.#startNext();
    }, this.#options.sliceMs);
    void job.act(job.control.signal).finally(() => {
      clearTimeout(slice);
      this.#running.delete(job);
      job.place = undefined;
      job.isOverdue = false;
      if (job.isPutBack) {
        job.isPutBack = false;
        job.isSlow = true;
        job.control = new AbortController();
        this.#waiting.push(job);
      }
      this.#startNext();
    });
  }
}
