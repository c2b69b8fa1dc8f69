// Moves the progress on while a run is in a step that cannot speak: by how long that step took on this machine before, slower and slower
// and never to its end, so that it neither stands still nor says more than is known.
import type { SilentStep } from 'contract/run.ts';
import type { Stage } from 'contract/stages.ts';

const tickMs = 500;
/** Of the step, when the time that it takes as a rule is over. */
const shareInTime = 0.75;
/** What took less was not done at all, such as opening a network that is open, and says nothing of the next time. */
const leastSampleMs = 300;

/** 0..1, without ever reaching it: even at first, then slowing down more and more. */
export function forecastShare(elapsedMs: number, expectedMs: number): number {
  const times = elapsedMs / Math.max(1, expectedMs);
  if (times <= 1) return shareInTime * times;
  const rest = 1 - shareInTime;
  return 1 - rest / (1 + (shareInTime / rest) * (times - 1));
}

interface ForecastParts {
  readonly report: (percent: number, stage: Stage) => void;
  /** Milliseconds that the step named so took before; null when it was never measured here. */
  readonly expectMs: (step: string) => Promise<number | null>;
}

export interface Forecast {
  /** What the run says of itself goes on as it is, and ends what was forecast. */
  hear: (percent: number, stage: Stage, silent?: SilentStep) => void;
  /** The run is over, however that happened. */
  end: () => void;
  /** The steps that were seen to their end. */
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
    if (name && percent >= until && ms >= leastSampleMs) measured.push({ step: name, ms });
    running = undefined;
  }

  function begin(percent: number, stage: Stage, { until, usualMs, name }: SilentStep): void {
    const startedAt = performance.now();
    let expectedMs = usualMs;
    const learn = async (step: string) => {
      expectedMs = (await expectMs(step)) ?? usualMs;
    };
    // Without an answer the usual time stands: the end of the task will say whether the database is gone.
    if (name) learn(name).catch(() => undefined);
    const tick = () =>
      report(percent + (until - percent) * forecastShare(performance.now() - startedAt, expectedMs), stage);
    running = { name, until, startedAt, timer: setInterval(tick, tickMs) };
  }

  return {
    hear(percent, stage, silent) {
      // A killed child may have had something left to say.
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
