// The options of cropping: ratio, quarter turns, mirroring and angle. The crop itself is drawn on the stage.
import { fill } from 'contract/words.ts';
import { Button } from 'ui/button.tsx';
import { ChoiceGrid } from 'ui/fields/choice-grid.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { listFormats } from 'ui/format-name.ts';
import { Glyph } from 'ui/glyph.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { formatDimensions } from 'ui/measures.ts';
import { Callout } from 'ui/panels/callout.tsx';
import { defineScreen, type OptionsProps } from 'ui/tool-screen.ts';
import { asks, type CropOptions, formats, maxAngle, ratios } from './contract.ts';
import { resultSize } from './frame.ts';
import { chooseRatio, firstOptions, mirrorBy, turnBy } from './settings.ts';
import { Stage } from './stage.tsx';
import { words } from './words.ts';

type Props = OptionsProps<CropOptions>;
const unknownSize = { width: 1, height: 1 };

const turnArrow = <path d="M4 4v5h5M4.6 9a8 8 0 1 1-.6 4" />;
const mirrorShapes = <path d="M12 3v18M9 7l-6 10h6zM15 7l6 10h-6z" />;

function Turns({ options, change, language }: Props) {
  const t = words[language];
  const buttons = [
    { label: t.turnLeft, drawn: <Glyph>{turnArrow}</Glyph>, patch: () => turnBy(options, -90) },
    {
      label: t.turnRight,
      drawn: (
        <Glyph>
          <g transform="matrix(-1 0 0 1 24 0)">{turnArrow}</g>
        </Glyph>
      ),
      patch: () => turnBy(options, 90),
    },
    { label: t.mirror, drawn: <Glyph>{mirrorShapes}</Glyph>, patch: () => mirrorBy(options, 'mirror') },
    {
      label: t.flip,
      drawn: (
        <Glyph>
          <g transform="rotate(90 12 12)">{mirrorShapes}</g>
        </Glyph>
      ),
      patch: () => mirrorBy(options, 'flip'),
    },
  ];
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{t.turn}</legend>
      <div className="flex gap-1.5">
        {buttons.map(({ label, drawn, patch }) => (
          <IconButton key={label} label={label} icon={drawn} onClick={() => change(patch())} className="bg-sunken" />
        ))}
      </div>
    </fieldset>
  );
}

function Options(props: Props) {
  const { options, change, selected, language } = props;
  const t = words[language];
  const size = selected?.width && selected.height ? { width: selected.width, height: selected.height } : undefined;
  const after = size && resultSize(size, options);
  return (
    <div className="grid gap-5">
      <ChoiceGrid
        label={t.ratio}
        value={options.ratio}
        choices={ratios.map(value => ({ value, label: value === 'free' ? t.free : value === 'own' ? t.own : value }))}
        hint={t.ratioHint}
        onChange={ratio => change(chooseRatio(options, ratio, size ?? unknownSize))}
      />
      <Turns {...props} />
      <Slider
        label={t.angle}
        value={options.angle}
        min={-maxAngle}
        max={maxAngle}
        step={0.5}
        valueText={`${options.angle}°`}
        onChange={angle => change({ angle })}
      />
      {size && after && (
        <div aria-live="polite">
          <Callout
            title={fill(t.size, {
              before: formatDimensions(size.width, size.height),
              after: formatDimensions(after.width, after.height),
            })}
          />
        </div>
      )}
      <Segmented
        label={t.format}
        value={options.format}
        segments={listFormats(formats, t.formatSame)}
        onChange={format => change({ format })}
      />
      <Button variant="quiet" onClick={() => change({ ...firstOptions, format: options.format })}>
        {t.reset}
      </Button>
    </div>
  );
}

export const screen = defineScreen<CropOptions>({
  Options,
  Stage,
  asks,
  defaultOptions: () => firstOptions,
  runLabel: (_options, count, language) =>
    count > 1 ? fill(words[language].runMany, { count }) : words[language].runOne,
  optionsLabel: ({ ratio, turn }, language) => {
    const t = words[language];
    const name = ratio === 'free' ? t.free : ratio === 'own' ? t.own : ratio;
    return turn === 0 ? name : `${name} · ${turn}°`;
  },
});
