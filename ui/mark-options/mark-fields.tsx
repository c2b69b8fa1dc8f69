// The options of a mark: text or picture, and its position.
import { longestText } from 'contract/mark/options.ts';
import { useEffect, useRef } from 'react';
import { Field, inputClasses } from '../fields/field.tsx';
import { Segmented } from '../fields/segmented.tsx';
import { Slider } from '../fields/slider.tsx';
import { Switch } from '../fields/switch.tsx';
import { signWithYear, sizeLimits } from './draft-mark.ts';
import type { MarkProps } from './look-fields.tsx';
import { MarkPicker } from './mark-picker.tsx';
import { PositionGrid } from './position-grid.tsx';
import { Share } from './share.tsx';
import { markWords } from './words.ts';

interface MarkFieldsProps extends MarkProps {
  /** Whether the mark was just added, so that its text is typed next. */
  isNew?: boolean;
}

function Words({ mark, change, language, isNew = false }: MarkFieldsProps) {
  const t = markWords[language];
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isNew) field.current?.focus();
  }, [isNew]);
  const isLong = mark.markContent.length > longestText - 40;
  return (
    <Field label={t.text} aside={isLong ? `${mark.markContent.length}/${longestText}` : undefined}>
      {wiring => (
        <textarea
          {...wiring}
          ref={field}
          rows={Math.min(5, Math.max(2, mark.markContent.split('\n').length))}
          maxLength={longestText}
          value={mark.markContent}
          placeholder={t.textPlaceholder}
          // The first key replaces the default text.
          onFocus={({ target }) => mark.markContent === signWithYear() && target.select()}
          onChange={event => change({ markContent: event.target.value })}
          className={`${inputClasses} resize-none py-2.5 leading-normal`}
        />
      )}
    </Field>
  );
}

function Placing({ mark, change, language }: MarkProps) {
  const t = markWords[language];
  const isDragged = mark.offsetX !== undefined || mark.offsetY !== undefined;
  const isText = mark.markType === 'text';
  const limits = sizeLimits[mark.markType];
  return (
    <>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-5">
        <PositionGrid
          value={isDragged ? undefined : mark.position}
          language={language}
          onChange={position => change({ position, offsetX: undefined, offsetY: undefined })}
        />
        <div className="grid gap-2 pt-7">
          <Switch label={t.tile} isOn={mark.tile} onChange={tile => change({ tile })} />
          <p className="text-[0.8125rem] text-soft">{mark.tile ? t.tileHint : t.dragHint}</p>
        </div>
      </div>
      {!mark.tile && !isDragged && (
        <Share label={t.margin} value={mark.margin} max={0.25} onChange={margin => change({ margin })} />
      )}
      {mark.tile && (
        <Share label={t.tileGap} value={mark.tileGap} max={0.6} onChange={tileGap => change({ tileGap })} />
      )}
      <Share
        label={t.size}
        value={isText ? mark.fontSize : mark.imageSize}
        min={limits.min}
        max={limits.max}
        onChange={size => change(isText ? { fontSize: size } : { imageSize: size })}
      />
      <Share label={t.opacity} value={mark.opacity} min={0.05} onChange={opacity => change({ opacity })} />
      <Slider
        label={t.rotate}
        value={Math.round(mark.rotate)}
        min={-180}
        max={180}
        valueText={`${Math.round(mark.rotate)}°`}
        onChange={rotate => change({ rotate })}
      />
    </>
  );
}

export function MarkFields(props: MarkFieldsProps) {
  const { mark, change, language } = props;
  const t = markWords[language];
  return (
    <>
      <Segmented
        label={t.kind}
        isLabelHidden
        value={mark.markType}
        segments={[
          { value: 'text', label: t.kindText },
          { value: 'image', label: t.kindImage },
        ]}
        onChange={markType => change({ markType })}
      />
      {mark.markType === 'text' ? (
        <Words {...props} />
      ) : (
        <MarkPicker image={mark.image} language={language} onPick={image => change({ image })} />
      )}
      <Placing {...props} />
    </>
  );
}
