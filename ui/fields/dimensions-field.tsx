// Width and height in pixels with a ratio lock: while it is closed, one side follows the other.
import { useState } from 'react';
import { Glyph } from '../glyph.tsx';
import { IconButton } from '../icon-button.tsx';
import { NumberField } from './number-field.tsx';

interface Dimensions {
  width: number | undefined;
  height: number | undefined;
}

interface DimensionsFieldProps extends Dimensions {
  onChange: (dimensions: Dimensions) => void;
  /** The picture's own size; without it, the dependent side cannot be shown. */
  original?: { width: number; height: number } | undefined;
  max: number;
  words: { width: string; height: string; auto: string; lock: string; unlock: string };
}

export function DimensionsField({ width, height, onChange, original, max, words }: DimensionsFieldProps) {
  const [isLocked, setIsLocked] = useState(width === undefined || height === undefined);
  const follow = (given: number | undefined, ratio: number, itself: number) =>
    String(given === undefined ? itself : Math.max(1, Math.round(given * ratio)));
  const widthHint = original ? follow(height, original.width / original.height, original.width) : words.auto;
  const heightHint = original ? follow(width, original.height / original.width, original.height) : words.auto;

  function toggle() {
    // Closing the lock clears the height, which then follows from the width.
    if (!isLocked && width !== undefined) onChange({ width, height: undefined });
    setIsLocked(!isLocked);
  }

  return (
    <div className="grid grid-cols-[1fr_auto_1fr] items-end gap-1.5">
      <NumberField
        label={words.width}
        value={width}
        min={1}
        max={max}
        unit="px"
        placeholder={widthHint}
        onChange={value => onChange({ width: value, height: isLocked && value !== undefined ? undefined : height })}
      />
      <IconButton
        label={isLocked ? words.unlock : words.lock}
        aria-pressed={isLocked}
        onClick={toggle}
        className={isLocked ? 'text-accent-ink' : 'text-soft'}
        icon={
          <Glyph>
            <rect x="4" y="11" width="16" height="10" rx="2.5" />
            <path d={isLocked ? 'M8 11V7a4 4 0 0 1 8 0v4' : 'M8 11V7a4 4 0 0 1 7.7-1.5'} />
          </Glyph>
        }
      />
      <NumberField
        label={words.height}
        value={height}
        min={1}
        max={max}
        unit="px"
        placeholder={heightHint}
        onChange={value => onChange({ height: value, width: isLocked && value !== undefined ? undefined : width })}
      />
    </div>
  );
}
