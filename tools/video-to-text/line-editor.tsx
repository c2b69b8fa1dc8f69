// A line while it is edited: it stands where its text stood and grows with it. Enter ends, Shift and Enter begin another line, Escape gives up.

import { maxCueCharacters } from 'contract/subtitles/cues.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

interface LineEditorProps {
  text: string;
  label: string;
  onEnd: (text: string) => void;
}

const shape = 'col-start-1 row-start-1 min-w-0 whitespace-pre-wrap wrap-anywhere';

export function LineEditor({ text, label, onEnd }: LineEditorProps) {
  const [draft, setDraft] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  const isGivenUp = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, []);

  function goByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While Chinese is composed, these keys belong to its input method.
    if (event.nativeEvent.isComposing) return;
    const ends = event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey);
    if (!ends) return;
    isGivenUp.current = event.key === 'Escape';
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.blur();
  }

  return (
    <span className="my-1 grid rounded-lg bg-paper px-1.5 py-1 text-[0.9375rem] leading-relaxed outline-2 outline-accent max-lg:text-base">
      <textarea
        ref={field}
        aria-label={label}
        value={draft}
        rows={1}
        cols={1}
        maxLength={maxCueCharacters}
        spellCheck={false}
        className={`${shape} w-full resize-none overflow-hidden bg-transparent outline-none`}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={goByKey}
        onBlur={() => onEnd(isGivenUp.current ? text : draft)}
      />
      {/* Gives the field its height. */}
      <span aria-hidden className={`${shape} invisible`}>
        {`${draft} `}
      </span>
    </span>
  );
}
