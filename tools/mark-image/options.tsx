// The options of the marks: which there are, and those of the chosen one beside its position.
import { Field, inputClasses } from 'ui/field.tsx';
import { Segmented } from 'ui/segmented.tsx';
import { Slider } from 'ui/slider.tsx';
import { Switch } from 'ui/switch.tsx';
import type { OptionsProps } from 'ui/tool-screen.ts';
import { useChosenMark } from './chosen-mark.ts';
import { longestText } from './contract.ts';
import { changeMark, type DraftMark, type MarkDraft, signWithYear, sizeLimits } from './draft.ts';
import { MarkList } from './mark-list.tsx';
import { MarkPicker } from './mark-picker.tsx';
import { Colors, Edges, Lettering, type MarkProps, Saving } from './options-look.tsx';
import { PositionGrid } from './position-grid.tsx';
import { Share } from './share.tsx';
import { Templates } from './templates.tsx';
import { words } from './words.ts';

function Words({ mark, change, language }: MarkProps) {
  const t = words[language];
  const isLong = mark.markContent.length > longestText - 40;
  return (
    <Field label={t.text} aside={isLong ? `${mark.markContent.length}/${longestText}` : undefined}>
      {wiring => (
        <textarea
          {...wiring}
          rows={Math.min(5, Math.max(2, mark.markContent.split('\n').length))}
          maxLength={longestText}
          value={mark.markContent}
          placeholder={t.textPlaceholder}
          // The first key replaces the text of a fresh visit.
          onFocus={({ target }) => mark.markContent === signWithYear() && target.select()}
          onChange={event => change({ markContent: event.target.value })}
          className={`${inputClasses} resize-none py-2.5 leading-normal`}
        />
      )}
    </Field>
  );
}

function Placing({ mark, change, language }: MarkProps) {
  const t = words[language];
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
        <Share label={t.margin} value={mark.margin} most={0.25} onChange={margin => change({ margin })} />
      )}
      {mark.tile && (
        <Share label={t.tileGap} value={mark.tileGap} most={0.6} onChange={tileGap => change({ tileGap })} />
      )}
      <Share
        label={t.size}
        value={isText ? mark.fontSize : mark.imageSize}
        least={limits.least}
        most={limits.most}
        onChange={size => change(isText ? { fontSize: size } : { imageSize: size })}
      />
      <Share label={t.opacity} value={mark.opacity} least={0.05} onChange={opacity => change({ opacity })} />
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

export function Options({ options: draft, change: changeDraft, language }: OptionsProps<MarkDraft>) {
  const t = words[language];
  const mark = useChosenMark(draft);
  const isText = mark.markType === 'text';
  const change = (patch: Partial<DraftMark>) => changeDraft({ marks: changeMark(draft.marks, mark.id, patch) });
  const props = { mark, change, language };
  return (
    <div className="grid gap-5">
      <MarkList draft={draft} chosen={mark} change={changeDraft} language={language} />
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
      {isText ? (
        <Words {...props} />
      ) : (
        <MarkPicker image={mark.image} language={language} onPick={image => change({ image })} />
      )}
      <Placing {...props} />
      {isText && <Colors {...props} />}
      <div>
        {isText && <Lettering {...props} />}
        <Edges {...props} />
        <Saving options={draft} change={changeDraft} language={language} />
        <Templates draft={draft} change={changeDraft} language={language} />
      </div>
    </div>
  );
}
