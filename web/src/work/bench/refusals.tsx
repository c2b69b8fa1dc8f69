// Refused files, each with its reason.
import { inputErrorSentence } from 'contract/input-errors.ts';
import { fill } from 'contract/words.ts';
import { CircleAlert } from 'lucide-react';
import { Button } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import type { Refusal } from '../../files/check-input.ts';
import { workWords } from '../../words/work.ts';
import { patchBench } from '../items/store.ts';

const shownCount = 4;

export function Refusals({ tool, refusals }: { tool: string; refusals: readonly Refusal[] }) {
  const language = useLanguage();
  const t = useWords(workWords);
  if (refusals.length === 0) return null;
  return (
    <Callout
      tone="bad"
      icon={<CircleAlert />}
      title={refusals.length === 1 ? t.refusedOne : fill(t.refusedMany, { count: refusals.length })}
      actions={
        <Button size="sm" variant="secondary" onClick={() => patchBench(tool, { refusals: [] })}>
          {t.dismiss}
        </Button>
      }
    >
      <ul className="grid gap-1">
        {refusals.slice(0, shownCount).map(({ name, code, details }) => (
          <li key={name} className="[overflow-wrap:anywhere]">
            <b className="font-semibold">{name}</b>: {inputErrorSentence(code, language, details)}
          </li>
        ))}
        {refusals.length > shownCount && <li>{fill(t.refusedMore, { count: refusals.length - shownCount })}</li>}
      </ul>
    </Callout>
  );
}
