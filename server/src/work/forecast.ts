// Advances the progress while a run is in a step that cannot report: by the time that step took on this machine before, ever more slowly
// and never to its end, so that the bar neither stops nor claims more than is known.
import type { SilentStep } from 'contract/run.ts';
import type { Stage } from 'contract/stages.ts';

const tickMs = 500;
/** The share of the step when its usual time is over. */
const shareInTime = 0.75;
/** A shorter step did no real work, such as opening a network that is already open, and does not predict the next time. */
const minSampleMs = 300;

/** 0..1, without ever reaching 1: even at first, then ever more slowly. */
export function forecastShare(elapsedMs: number, expectedMs: number): number {
  const times = elapsedMs / Math.max(1, expectedMs);
  if (times <= 1) return shareInTime * times;
  const rest = 1 - shareInTime;
  return 1 - rest / (1 + (shareInTime / rest) * (times - 1));
}

interface ForecastParts {
  readonly report: (percent: number, stage: Stage) => void;
  /** Milliseconds that the step with this name took before; null when it was never measured here. */
  readonly expectMs: (step: string) => Promise<number | null>;
}

export interface Forecast {
  /** Passes the run's own report on, and ends the forecast. */
  hear: (percent: number, stage: Stage, silent?: SilentStep) => void;
  /** Ends the forecast when the run is over, in whatever way. */
  end: () => void;
  /** The steps that ended. */
  readonly measured: readonly { readonly step: string; readonly ms: number }[];
}

export function createForecast({ report, expectMs }: ForecastParts): Forecast {
  const measured: { step: string; ms: number }[] = [];
  let isOver = false;
  let running: { name: string | undefined; until: number; startedAt: number; timer: NodeJS.Timeout } | undefined;

  function endStep(percent: number): void {
    if (!running) return;
    clearInterval(running.timer);
    const ms = performance.now() - running.startedAt;
    const { name, until } = running;
    if (name && percent >= until && ms >= minSampleMs) measured.push({ step: name, ms });
    running = undefined;
  }

  function begin(percent: number, stage: Stage, { until, usualMs, name }: SilentStep): void {
    const startedAt = performance.now();
    let expectedMs = usualMs;
    const learn = async (step: string) => {
      expectedMs = (await expectMs(step)) ?? usualMs;
    };
    // Without an answer the usual time is used: the end of the task reports whether the database is gone.
    if (name) learn(name).catch(() => undefined);
    const tick = () =>
      report(percent + (until - percent) * forecastShare(performance.now() - startedAt, expectedMs), stage);
    running = { name, until, startedAt, timer: setInterval(tick, tickMs) };
  }

  return {
    hear(percent, stage, silent) {
      // A killed child may still have sent a report.
      if (isOver) return;
      endStep(percent);
      report(percent, stage);
      if (silent) begin(percent, stage, silent);
    },
    end() {
      isOver = true;
      endStep(-1);
    },
    measured,
  };
}
