// The options of a mark beside its position.
import { Field, inputClasses } from 'ui/field.tsx';
import { Segmented } from 'ui/segmented.tsx';
import { Slider } from 'ui/slider.tsx';
import { Switch } from 'ui/switch.tsx';
import type { OptionsProps } from 'ui/tool-screen.ts';
import { longestText } from './contract.ts';
import { type MarkDraft, sizeLimits } from './draft.ts';
import { MarkPicker } from './mark-picker.tsx';
import { Colors, Edges, Lettering, Saving } from './options-look.tsx';
import { PositionGrid } from './position-grid.tsx';
import { Share } from './share.tsx';
import { words } from './words.ts';

type Props = OptionsProps<MarkDraft>;

function Words({ options, change, language }: Props) {
  const t = words[language];
  const isLong = options.markContent.length > longestText - 40;
  return (
    <Field label={t.text} aside={isLong ? `${options.markContent.length}/${longestText}` : undefined}>
      {wiring => (
        <textarea
          {...wiring}
          rows={Math.min(5, Math.max(2, options.markContent.split('\n').length))}
          maxLength={longestText}
          value={options.markContent}
          placeholder={t.textPlaceholder}
          onChange={event => change({ markContent: event.target.value })}
          className={`${inputClasses} resize-none py-2.5 leading-normal`}
        />
      )}
    </Field>
  );
}

function Placing({ options, change, language }: Props) {
  const t = words[language];
  const isDragged = options.offsetX !== undefined || options.offsetY !== undefined;
  const isText = options.markType === 'text';
  const limits = sizeLimits[options.markType];
  return (
    <>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-5">
        <PositionGrid
          value={isDragged ? undefined : options.position}
          language={language}
          onChange={position => change({ position, offsetX: undefined, offsetY: undefined })}
        />
        <div className="grid gap-2 pt-7">
          <Switch label={t.tile} isOn={options.tile} onChange={tile => change({ tile })} />
          <p className="text-[0.8125rem] text-soft">{options.tile ? t.tileHint : t.dragHint}</p>
        </div>
      </div>
      {options.tile && (
        <Share label={t.tileGap} value={options.tileGap} most={0.6} onChange={tileGap => change({ tileGap })} />
      )}
      <Share
        label={t.size}
        value={isText ? options.fontSize : options.imageSize}
        least={limits.least}
        most={limits.most}
        onChange={size => change(isText ? { fontSize: size } : { imageSize: size })}
      />
      <Share label={t.opacity} value={options.opacity} least={0.05} onChange={opacity => change({ opacity })} />
      <Slider
        label={t.rotate}
        value={Math.round(options.rotate)}
        min={-180}
        max={180}
        valueText={`${Math.round(options.rotate)}°`}
        onChange={rotate => change({ rotate })}
      />
    </>
  );
}

export function Options(props: Props) {
  const { options, change, language } = props;
  const t = words[language];
  const isText = options.markType === 'text';
  return (
    <div className="grid gap-5">
      <Segmented
        label={t.kind}
        isLabelHidden
        value={options.markType}
        segments={[
          { value: 'text', label: t.kindText },
          { value: 'image', label: t.kindImage },
        ]}
        onChange={markType => change({ markType })}
      />
      {isText ? (
        <Words {...props} />
      ) : (
        <MarkPicker image={options.image} language={language} onPick={image => change({ image })} />
      )}
      <Placing {...props} />
      {isText && <Colors {...props} />}
      <div>
        {isText && <Lettering {...props} />}
        <Edges {...props} />
        <Saving {...props} />
      </div>
    </div>
  );
}
