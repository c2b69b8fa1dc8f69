// In-place text editing: the field looks like the text, is focused at once, and grows with its content.
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { joinClasses } from '../classes.ts';

interface GrowingFieldProps {
  text: string;
  /** Initial caret position. */
  caret: number;
  label: string;
  maxLength?: number;
  className: string;
  onChange: (text: string) => void;
  onSelect?: (text: string, caret: number) => void;
  /** Returns whether a key ends the editing. Not called for keys of an input method that is composing a character. */
  isEnd: (event: KeyboardEvent) => boolean;
  onEnd: () => void;
}

const shape = 'col-start-1 row-start-1 min-w-0 whitespace-pre-wrap wrap-anywhere';

export function GrowingField({ text, caret, label, className, isEnd, onEnd, ...rest }: GrowingFieldProps) {
  const { maxLength, onChange, onSelect } = rest;
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret is positioned once, when the editing begins.
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(caret, caret);
    onSelect?.(text, caret);
  }, []);
  // On some phones, tapping a button does not move the focus.
  useEffect(() => {
    const leave = ({ target }: PointerEvent) => target !== field.current && field.current?.blur();
    document.addEventListener('pointerdown', leave, true);
    return () => document.removeEventListener('pointerdown', leave, true);
  }, []);

  function goByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing || !isEnd(event)) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.blur();
  }

  return (
    <span className={joinClasses('grid rounded-lg px-1.5 outline-2 outline-accent', className)}>
      <textarea
        ref={field}
        aria-label={label}
        value={text}
        rows={1}
        cols={1}
        maxLength={maxLength}
        spellCheck={false}
        className={`${shape} w-full resize-none overflow-hidden bg-transparent outline-none`}
        onChange={({ target }) => onChange(target.value)}
        onSelect={({ currentTarget }) => onSelect?.(currentTarget.value, currentTarget.selectionStart)}
        onKeyDown={goByKey}
        onBlur={onEnd}
      />
      {/* Sizes the field. */}
      <span aria-hidden className={`${shape} invisible`}>
        {`${text} `}
      </span>
    </span>
  );
}
