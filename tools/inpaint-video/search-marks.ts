// The search of a clip for marks. Only the current search reports: the answer to one that was stopped may still arrive.
import type { Ask, TaskResult } from 'ui/tool-screen.ts';
import type { FoundMark } from './settings.ts';

export type Finding =
  | { readonly state: 'idle' }
  | { readonly state: 'busy'; readonly percent: number }
  | { readonly state: 'found'; readonly count: number; readonly unsure: number }
  | { readonly state: 'failed'; readonly message: string };

interface Hearer {
  readonly tell: (finding: Finding) => void;
  /** Receives the marks and the duration of the clip. */
  readonly take: (marks: readonly FoundMark[], seconds: number) => void;
}

const readMarks = ({ meta }: TaskResult) => (meta?.marks ?? []) as readonly FoundMark[];

export function makeSearch({ tell, take }: Hearer) {
  let current: AbortController | undefined;

  async function run(ask: Ask, own: AbortController): Promise<void> {
    const ifCurrent = (act: () => void) => current === own && act();
    try {
      const found = await ask('auto', { findOnly: true }, own.signal, percent =>
        ifCurrent(() => tell({ state: 'busy', percent })),
      );
      const marks = readMarks(found);
      ifCurrent(() => {
        take(marks, Number(found.meta?.seconds ?? 0));
        tell({ state: 'found', count: marks.length, unsure: marks.filter(({ isSure }) => !isSure).length });
      });
    } catch (error) {
      ifCurrent(() => tell({ state: 'failed', message: error instanceof Error ? error.message : String(error) }));
    }
  }

  return {
    start(ask: Ask): void {
      current = new AbortController();
      tell({ state: 'busy', percent: 0 });
      void run(ask, current);
    },
    stop(): void {
      current?.abort(new DOMException('stopped', 'AbortError'));
      current = undefined;
      tell({ state: 'idle' });
    },
  };
}
