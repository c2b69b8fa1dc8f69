// The steps so far; selecting one goes back or forward to it.
import { joinClasses } from 'ui/classes.ts';
import { useWords } from 'ui/language.tsx';
import { stepBack, useEditor } from '../state.ts';
import { deedWord, editorWords } from '../words.ts';

export function HistoryPanel() {
  const t = useWords(editorWords);
  const { past, present, future } = useEditor(state => state.history!);
  const steps = [...past, present, ...future];
  const rows = steps.map((step, index) => ({ step, index })).reverse();
  return (
    <ol reversed aria-label={t.history} className="grid gap-0.5">
      {rows.map(({ step, index }) => (
        <li key={index}>
          <button
            type="button"
            aria-current={index === past.length ? 'step' : undefined}
            onClick={() => stepBack(past.length - index)}
            className={joinClasses(
              'flex min-h-10 w-full items-center gap-3 rounded-xl px-3 text-start text-sm hover:bg-sunken',
              index === past.length && 'bg-accent-soft font-semibold text-accent-ink',
              index > past.length && 'text-soft',
            )}
          >
            <span className="w-6 text-end text-xs text-soft tabular-nums">{index}</span>
            {deedWord(t, step.deed)}
          </button>
        </li>
      ))}
    </ol>
  );
}
