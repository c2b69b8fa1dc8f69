// The editor of a paragraph or cell. Escape ends editing; in a cell Enter does too, and Tab moves to the next cell.
import { type KeyboardEvent, useRef, useState } from 'react';
import { GrowingField } from 'ui/fields/growing-field.tsx';

interface TextEditorProps {
  text: string;
  /** Initial position of the caret. */
  caret: number;
  label: string;
  /** A table cell has a single line, and Tab moves to the next cell. */
  isCell: boolean;
  /** Reports the caret's position in the current text. */
  onCaret: (text: string, place: number) => void;
  /** `step`: set if a key ended editing, to move to a neighbouring cell or to stay. */
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
