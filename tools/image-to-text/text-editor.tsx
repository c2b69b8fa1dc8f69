// A paragraph or cell while it is edited. Escape ends; in a cell Enter ends too, and Tab goes on to the next one.
import { type KeyboardEvent, useRef, useState } from 'react';
import { GrowingField } from 'ui/growing-field.tsx';

interface TextEditorProps {
  text: string;
  /** Where the caret begins. */
  caret: number;
  label: string;
  /** A cell of a table holds one line; Tab goes on to the next. */
  isCell: boolean;
  /** The caret has moved within the text as it is now. */
  onCaret: (text: string, place: number) => void;
  /** `step`: ended by a key, which goes on to the neighbouring cell, or stays. */
  onEnd: (text: string, step?: 1 | -1 | 0) => void;
}

export function TextEditor({ text, caret, label, isCell, onCaret, onEnd }: TextEditorProps) {
  const [draft, setDraft] = useState(text);
  const step = useRef<1 | -1 | 0>(undefined);

  function isEnd({ key, shiftKey }: KeyboardEvent): boolean {
    const isTab = isCell && key === 'Tab';
    if (!isTab && key !== 'Escape' && !(isCell && key === 'Enter')) return false;
    step.current = isTab ? (shiftKey ? -1 : 1) : 0;
    return true;
  }

  return (
    <GrowingField
      text={draft}
      {...{ caret, label, isEnd }}
      className="-mx-1.5 bg-sunken"
      onChange={changed => setDraft(isCell ? changed.replace(/[\n\t]+/g, ' ') : changed)}
      onSelect={onCaret}
      onEnd={() => onEnd(draft, step.current)}
    />
  );
}
