// The screen of AI expansion: how far each side is expanded, and the result compared with the original in its place.

import { longestPrompt } from 'contract/drawing.ts';
import { errors } from 'contract/errors.ts';
import { fill, type Language } from 'contract/words.ts';
import { Button } from 'ui/button.tsx';
import { ChoiceGrid } from 'ui/fields/choice-grid.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { NumberField } from 'ui/fields/number-field.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { listFormats } from 'ui/format-name.ts';
import { formatDimensions } from 'ui/measures.ts';
import { AnimationNote } from 'ui/panels/animation-note.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { Compare } from 'ui/picture/compare.tsx';
import { defineScreen, type FileFacts, type OptionsProps, type ResultProps } from 'ui/tool-screen.ts';
import { asks, formats, maxMegapixels, maxShare, modelIds, ratios, soundShare } from './contract.ts';
import { farthest, resultSize, type Sides } from './plan-sides.ts';
import {
  chooseRatio,
  firstSettings,
  payloadOf,
  type Settings,
  setSide,
  sidesOf,
  spread,
  turnRatio,
} from './settings.ts';
import { Stage } from './stage.tsx';
import { words } from './words.ts';

type Props = OptionsProps<Settings>;

/** One-click choices for all sides. */
const quickShares = [0.1, 0.25, 0.5];

const sizeOf = (facts: FileFacts | undefined) =>
  facts?.width && facts.height ? { width: facts.width, height: facts.height } : undefined;

function Ratios({ options, change, language }: Props) {
  const t = words[language];
  const turned = turnRatio(options.ratio);
  const [across = 0, down = 0] = options.ratio.split(':').map(Number);
  return (
    <div className="grid gap-2">
      <ChoiceGrid
        label={t.ratio}
        value={options.ratio}
        choices={(['free', ...ratios] as const).map(value => ({ value, label: value === 'free' ? t.free : value }))}
        hint={options.ratio === 'free' ? t.freeHint : t.ratioHint}
        onChange={ratio => change(chooseRatio(ratio))}
      />
      {options.ratio === 'free' ? (
        <div className="flex flex-wrap gap-2">
          {quickShares.map(share => (
            <Button key={share} size="sm" variant="secondary" onClick={() => change(spread(share))}>
              {fill(t.allSides, { percent: Math.round(share * 100) })}
            </Button>
          ))}
        </div>
      ) : (
        <Button size="sm" variant="secondary" disabled={!turned} onClick={() => turned && change(chooseRatio(turned))}>
          {across > down ? t.turnUpright : t.turnWide}
        </Button>
      )}
    </div>
  );
}

function Numbers({ options, change, selected, language }: Props) {
  const t = words[language];
  const picture = sizeOf(selected);
  if (!picture) return null;
  const sides = sidesOf(options, picture);
  const names: readonly (readonly [keyof Sides, string, number])[] = [
    ['left', t.left, picture.width],
    ['right', t.right, picture.width],
    ['top', t.top, picture.height],
    ['bottom', t.bottom, picture.height],
  ];
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="mb-2 text-sm font-medium">{t.sides}</legend>
      {names.map(([side, label, length]) => (
        <NumberField
          key={side}
          label={label}
          value={sides[side]}
          min={0}
          max={Math.floor(maxShare * length)}
          unit="px"
          onChange={value => change(setSide(options, side, value ?? 0, picture))}
        />
      ))}
    </fieldset>
  );
}

/** The choice of what draws the new area; shown on sites whose drawing server fills masks, or if the chosen one no longer exists. */
function Drawer({ options, change, serverFills, result, language }: Props) {
  const t = words[language];
  const { modelId, prompt } = options;
  if (!serverFills && modelId !== 'server') return null;
  return (
    <>
      <Segmented
        label={t.model}
        value={modelId}
        segments={modelIds.map(value => ({ value, label: t[`model-${value}`] }))}
        hint={
          result?.meta?.engine === 'server' ? t.drawnServer : fill(t[`hint-${modelId}`], { percent: soundShare * 100 })
        }
        onChange={value => change({ modelId: value })}
      />
      {modelId !== 'builtin' && (
        <TextField
          label={t.prompt}
          value={prompt}
          maxLength={longestPrompt}
          placeholder={t.promptExample}
          onChange={value => change({ prompt: value })}
        />
      )}
    </>
  );
}

/** Returns the reason why the options cannot run, in the server's words. */
function findBlocker(options: Settings, facts: FileFacts, language: Language): string | undefined {
  const picture = sizeOf(facts);
  if (!picture) return undefined;
  const sides = sidesOf(options, picture);
  const { width, height } = resultSize(picture, sides);
  if (farthest(picture, sides) === 0) return errors.EXPAND_MISSING[language];
  if (farthest(picture, sides) > maxShare + 1 / Math.min(picture.width, picture.height))
    return fill(errors.EXPAND_TOO_FAR[language], { percent: maxShare * 100 });
  const megapixels = Math.ceil((width * height) / 1e6);
  return megapixels > maxMegapixels
    ? fill(errors.EXPANDED_TOO_LARGE[language], { megapixels, maxMegapixels })
    : undefined;
}

function Outlook({ options, selected, serverFills, language }: Props) {
  const t = words[language];
  const picture = sizeOf(selected);
  if (!picture) return null;
  const sides = sidesOf(options, picture);
  const after = resultSize(picture, sides);
  const blocker = findBlocker(options, picture as FileFacts, language);
  const isFar = farthest(picture, sides) > soundShare;
  const isDrawn = serverFills && (options.modelId === 'server' || (isFar && options.modelId === 'auto'));
  const note = isDrawn ? t.farServer : isFar ? t.far : t.near;
  const size = fill(t.size, {
    before: formatDimensions(picture.width, picture.height),
    after: formatDimensions(after.width, after.height),
  });
  return (
    // Space for the longest note, so that the layout below does not shift.
    <div className="min-h-28" aria-live="polite">
      {blocker ? (
        <Callout tone="warn" title={blocker} />
      ) : (
        <Callout tone={isFar && !isDrawn ? 'warn' : 'info'} title={size}>
          {fill(note, { percent: soundShare * 100 })}
        </Callout>
      )}
    </div>
  );
}

function Options(props: Props) {
  const { options, change, count, selected, language } = props;
  const t = words[language];
  return (
    <div className="grid gap-5">
      <Ratios {...props} />
      <Outlook {...props} />
      <Drawer {...props} />
      {count > 1 && <p className="text-[0.8125rem] leading-5 text-soft">{t.batchHint}</p>}
      <Numbers {...props} />
      <Segmented
        label={t.format}
        value={options.format}
        segments={listFormats(formats, t.formatSame)}
        {...(options.format === 'png' && { hint: t.formatPngHint })}
        onChange={format => change({ format })}
      />
      <AnimationNote facts={selected} language={language} />
    </div>
  );
}

/** Shows the original and the result in the same place. */
function Result({ result, fileIndex, before, facts, made, note }: ResultProps<Settings>) {
  const file = result.files[fileIndex] ?? result.files[0];
  const after = file?.url ?? file?.previewUrl;
  const picture = sizeOf(facts);
  if (!file?.width || !file.height || !after) return null;
  const sides = picture && sidesOf(made, picture);
  const place = picture &&
    sides && {
      left: sides.left / file.width,
      top: sides.top / file.height,
      width: picture.width / file.width,
      height: picture.height / file.height,
    };
  return (
    <Compare
      before={place ? before : null}
      beforePlace={place}
      after={after}
      alt={facts.name}
      isOpaque={facts.hasAlpha === false}
      width={file.width}
      height={file.height}
      note={note}
    />
  );
}

export const screen = defineScreen<Settings>({
  Options,
  Stage,
  Result,
  asks,
  goesOn: true,
  isTunedByEye: true,
  defaultOptions: () => firstSettings,
  payload: payloadOf,
  runLabel: (_options, count, language) =>
    count > 1 ? fill(words[language].runMany, { count }) : words[language].runOne,
  optionsLabel: ({ ratio, share }, language) => {
    if (ratio !== 'free') return ratio;
    const max = Math.max(share.left, share.right, share.top, share.bottom);
    return fill(words[language].upTo, { percent: Math.round(max * 100) });
  },
  blocker: findBlocker,
});
