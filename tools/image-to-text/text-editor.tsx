// A paragraph or cell while it is edited: it stands where the text stood, in the same letters, and grows with it.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

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

const shape = 'col-start-1 row-start-1 min-w-0 whitespace-pre-wrap wrap-anywhere';

export function TextEditor({ text, caret, label, isCell, onCaret, onEnd }: TextEditorProps) {
  const [draft, setDraft] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  const step = useRef<1 | -1 | 0>(undefined);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(caret, caret);
    onCaret(text, caret);
  }, []);
  // A tap on a button leaves the focus where it is on some phones.
  useEffect(() => {
    const leave = ({ target }: PointerEvent) => target !== field.current && field.current?.blur();
    document.addEventListener('pointerdown', leave, true);
    return () => document.removeEventListener('pointerdown', leave, true);
  }, []);

  function goByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While Chinese is composed, these keys belong to its input method.
    if (event.nativeEvent.isComposing) return;
    const isTab = isCell && event.key === 'Tab';
    if (!isTab && event.key !== 'Escape' && !(isCell && event.key === 'Enter')) return;
    step.current = isTab ? (event.shiftKey ? -1 : 1) : 0;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.blur();
  }

  return (
    <span className="-mx-1.5 grid rounded-lg bg-sunken px-1.5 outline-2 outline-accent">
      <textarea
        ref={field}
        aria-label={label}
        value={draft}
        rows={1}
        cols={1}
        spellCheck={false}
        className={`${shape} w-full resize-none overflow-hidden bg-transparent outline-none`}
        onChange={({ target }) => setDraft(isCell ? target.value.replace(/[\n\t]+/g, ' ') : target.value)}
        onSelect={({ currentTarget }) => onCaret(currentTarget.value, currentTarget.selectionStart)}
        onKeyDown={goByKey}
        onBlur={() => onEnd(draft, step.current)}
      />
      {/* Gives the field its height. */}
      <span aria-hidden className={`${shape} invisible`}>
        {`${draft} `}
      </span>
    </span>
  );
}
