// One warning about a result: what it says and what helps, in the words of the tool or of the catalogue.
import { type WarningCode, warningWords } from 'contract/warnings.ts';
import type { Language } from 'contract/words.ts';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Callout } from 'ui/panels/callout.tsx';
import type { OwnWarnings, TaskResult } from 'ui/tool-screen.ts';

interface WarningNoteProps {
  code: WarningCode;
  own: OwnWarnings | undefined;
  meta: TaskResult['meta'];
  language: Language;
  actions: ReactNode;
}

export function WarningNote({ code, own, meta, language, actions }: WarningNoteProps) {
  const ownWords = own?.[code];
  if (ownWords === null) return null;
  const { sentence, remedy } = { ...warningWords(code, language, meta), ...ownWords };
  // The one code that is good news.
  const looks =
    code === 'nothing-charged'
      ? ({ tone: 'good', icon: <CircleCheck /> } as const)
      : ({ tone: 'warn', icon: <TriangleAlert /> } as const);
  return (
    <Callout {...looks} title={sentence} actions={actions}>
      {remedy}
    </Callout>
  );
}
