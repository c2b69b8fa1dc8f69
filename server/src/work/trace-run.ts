// The spans of a run: how long its task waited, the run itself, and its steps as the child reports them.
import { currentTrace, inSpan, type Span } from '../adapters/trace.ts';
import type { TaskRow } from '../tasks/tasks.ts';

/** How long a taken task waited in its lane. */
export const waitedMsOf = ({ queued_at: since, started_at: at }: TaskRow): number =>
  Math.max(0, (at ?? since).getTime() - since.getTime());

/** Does the run of a taken task within a span, after one for its wait. */
export function traceRun(row: TaskRow, run: () => Promise<void>): Promise<void> {
  const { id, tool, call, lane, attempt } = row;
  const attributes = {
    'pixwright.task.id': id,
    'pixwright.tool': tool,
    'pixwright.call': call,
    'pixwright.lane': lane,
    'pixwright.attempt': attempt,
  };
  const trace = currentTrace();
  trace?.spans?.start('wait in the queue', trace, { attributes, agoMs: waitedMsOf(row) }).end();
  return inSpan('run a task', { kind: 'consumer', attributes }, run);
}

export interface Steps {
  /** Begins a step, unless it is the one under way, and ends that one. */
  readonly hear: (name: string) => void;
  readonly end: () => void;
}

export function openSteps(): Steps {
  let underWay: { readonly name: string; readonly span: Span | undefined } | undefined;
  const end = () => {
    underWay?.span?.end();
    underWay = undefined;
  };
  return {
    hear(name) {
      const trace = currentTrace();
      if (!trace?.spans || name === underWay?.name) return;
      end();
      underWay = { name, span: trace.spans.start(`step ${name}`, trace) };
    },
    end,
  };
}
