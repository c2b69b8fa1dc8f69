// The editor of a line. Enter saves, Shift+Enter starts another line, Escape cancels.
import { maxCueCharacters } from 'contract/subtitles/cues.ts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { GrowingField } from 'ui/fields/growing-field.tsx';

interface LineEditorProps {
  text: string;
  label: string;
  onEnd: (text: string) => void;
}

export function LineEditor({ text, label, onEnd }: LineEditorProps) {
  const [draft, setDraft] = useState(text);
  const isGivenUp = useRef(false);

  function isEnd({ key, shiftKey }: KeyboardEvent): boolean {
    isGivenUp.current = key === 'Escape';
    return key === 'Escape' || (key === 'Enter' && !shiftKey);
  }

  return (
    <GrowingField
      text={draft}
      caret={text.length}
      {...{ label, isEnd }}
      maxLength={maxCueCharacters}
      className="my-1 bg-paper py-1 text-[0.9375rem] leading-relaxed max-lg:text-base"
      onChange={setDraft}
      onEnd={() => onEnd(isGivenUp.current ? text : draft)}
    />
  );
}
