// The options of product images: background, size and light.
import type { SentPrompt } from 'contract/asked-servers.ts';
import { longestPrompt } from 'contract/drawing.ts';
import { sceneNames } from 'contract/scenes.ts';
import { fill } from 'contract/words.ts';
import { Field, inputClasses } from 'ui/fields/field.tsx';
import { NumberField } from 'ui/fields/number-field.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Select } from 'ui/fields/select.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { listFormats } from 'ui/format-name.ts';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import { defineScreen, type OptionsProps } from 'ui/tool-screen.ts';
import { asks } from './contract.ts';
import { recallProduct, rememberProduct, sideFilesOf } from './last-products.tsx';
import { customSize, defaultOptions, payloadOf, type ScreenOptions, sceneIn, sizeOf } from './product-options.tsx';
import { Result } from './result.tsx';
import { SceneGrid } from './scene-grid.tsx';
import { shopSizes, sides } from './shop-sizes.ts';
import { words } from './words.ts';

type Props = OptionsProps<ScreenOptions>;

function Background({ options, change, result, language }: Props) {
  const t = words[language];
  const sent = result?.meta?.sent as SentPrompt | undefined;
  return (
    <div className="grid gap-4">
      <Segmented
        label={t.background}
        value={options.background}
        segments={[
          { value: 'scene', label: t.byScene },
          { value: 'prompt', label: t.byWords },
        ]}
        onChange={background => change({ background })}
      />
      {options.background === 'scene' ? (
        <SceneGrid value={options.scene} language={language} onChange={scene => change({ scene })} />
      ) : (
        <Field label={t.prompt} hint={sent && sent.by !== 'writer' ? t.sent + sent.prompt : t.promptHint}>
          {wiring => (
            <textarea
              {...wiring}
              rows={3}
              value={options.prompt}
              maxLength={longestPrompt}
              placeholder={t.promptExample}
              className={`${inputClasses} resize-none py-3 leading-relaxed`}
              onChange={({ target }) => change({ prompt: target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

function Size({ options, change, language }: Props) {
  const t = words[language];
  const choices = [
    ...shopSizes.map(({ id, name, width, height }) => ({
      value: id,
      label: `${name[language]} · ${width} × ${height}`,
    })),
    { value: customSize, label: t.ownSize },
  ];
  return (
    <div className="grid gap-3">
      <Select
        label={t.size}
        value={options.size}
        choices={choices}
        onChange={size => change({ ...sizeOf(options), size })}
      />
      {options.size === customSize && (
        <div className="grid grid-cols-2 gap-3">
          {(['width', 'height'] as const).map(name => (
            <NumberField
              key={name}
              label={t[name]}
              value={options[name]}
              min={sides.min}
              max={sides.max}
              unit="px"
              onChange={value => change({ [name]: value ?? sides.usual })}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function Light({ options, change, language }: Props) {
  const t = words[language];
  return (
    <Disclosure title={t.light} aside={`${options.shadow} · ${options.lightMatch}`}>
      <Slider label={t.shadow} value={options.shadow} min={0} max={100} onChange={shadow => change({ shadow })} />
      <Slider
        label={t.match}
        value={options.lightMatch}
        min={0}
        max={100}
        startMark={t.matchLow}
        endMark={t.matchHigh}
        onChange={lightMatch => change({ lightMatch })}
      />
      <Switch
        label={t.reflection}
        hint={t.reflectionHint}
        isOn={options.reflection}
        onChange={reflection => change({ reflection })}
      />
    </Disclosure>
  );
}

function Options(props: Props) {
  const { options, change, language } = props;
  const t = words[language];
  return (
    <div className="grid gap-5">
      <Background {...props} />
      <Size {...props} />
      <Light {...props} />
      <Segmented
        label={t.format}
        value={options.format}
        segments={listFormats(['jpg', 'png', 'webp'])}
        onChange={format => change({ format })}
      />
      <p className="text-[0.8125rem] leading-5 text-soft">{t.edgeHint}</p>
    </div>
  );
}

export const screen = defineScreen<ScreenOptions>({
  Result,
  Options,
  asks,
  defaultOptions,
  startsAtOnce: true,
  isLightChange: (made, now, facts, result) => {
    if (result) rememberProduct(facts, result);
    return recallProduct(facts) !== undefined && sceneIn(now, made, result?.meta) !== undefined;
  },
  payload: payloadOf,
  sideFiles: (_options, facts) => sideFilesOf(facts),
  ownWarnings: ({ language }) => {
    const { cutFirst, cutOne } = words[language];
    return {
      'subject-unsure': { remedy: cutFirst },
      'parts-half-seen': { remedy: cutFirst },
      'several-subjects': { remedy: cutOne },
    };
  },
  blocker: ({ background, prompt }, _facts, language) =>
    background === 'prompt' && prompt.trim() === '' ? words[language].promptFirst : undefined,
  runLabel: (_options, count, language) =>
    count > 1 ? fill(words[language].runMany, { count }) : words[language].runOne,
  optionsLabel: (options, language) => {
    const { width, height } = sizeOf(options);
    const behind =
      options.background === 'scene' ? sceneNames[options.scene][language] : options.prompt.trim().slice(0, 24);
    return `${behind} · ${width} × ${height}`;
  },
});
