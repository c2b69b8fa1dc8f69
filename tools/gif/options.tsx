// The options of the GIF maker: task, playback, size and file size, and those of a clip from pictures.
import { fill } from 'contract/words.ts';
import { DimensionsField } from 'ui/fields/dimensions-field.tsx';
import { KilobyteLimit } from 'ui/fields/kilobyte-limit.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Select } from 'ui/fields/select.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { Swatches } from 'ui/fields/swatches.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import type { OptionsProps } from 'ui/tool-screen.ts';
import { fits, minDelayMs, stillDelayMs } from './contract.ts';
import { countFrames, formatOf, type GifSettings } from './settings.ts';
import { words } from './words.ts';

type Props = OptionsProps<GifSettings>;

const firstMaxKb = 2048;
const frameRates = [5, 8, 10, 12, 15, 20, 25, 30];
const fades = [0, 0.3, 0.5, 1, 2];

function Delay({ options, change, language }: Props) {
  const t = words[language];
  return (
    <Slider
      label={t.delay}
      value={options.delayMs ?? stillDelayMs}
      min={minDelayMs}
      max={3000}
      step={10}
      valueText={options.delayMs === undefined ? '—' : `${options.delayMs} ${t.ms}`}
      {...(options.delayMs === undefined && { hint: t.delayKeep })}
      onChange={delayMs => change({ delayMs })}
    />
  );
}

/** The frame rate at which a clip is sampled, and the resulting number of frames. */
function FrameRate({ options, change, selected, language }: Props) {
  const t = words[language];
  const count = selected?.seconds === undefined ? undefined : countFrames(selected, options);
  return (
    <Select
      label={t.fps}
      value={String(options.fps)}
      choices={frameRates.map(fps => ({ value: String(fps), label: fill(t.fpsOf, { fps }) }))}
      {...(count !== undefined && { hint: fill(t.framesWill, { count }) })}
      onChange={fps => change({ fps: Number(fps) })}
    />
  );
}

/** Duration of each picture in a clip, and its cross-fade. */
function Showing({ options, change, language }: Props) {
  const t = words[language];
  const secondsOf = (seconds: number) => fill(t.secondsOf, { seconds });
  return (
    <>
      <Slider
        label={t.secondsEach}
        value={options.secondsEach}
        min={0.5}
        max={15}
        step={0.5}
        valueText={secondsOf(options.secondsEach)}
        onChange={secondsEach => change({ secondsEach })}
      />
      <Select
        label={t.fade}
        value={String(options.fadeSeconds)}
        choices={fades.map(seconds => ({
          value: String(seconds),
          label: seconds === 0 ? t.fadeNone : fill(t.fadeOf, { seconds }),
        }))}
        onChange={seconds => change({ fadeSeconds: Number(seconds) })}
      />
    </>
  );
}

function Playing({ options, change, language }: Props) {
  const t = words[language];
  const direction = options.boomerang ? 'both' : options.reverse ? 'back' : 'on';
  const loops = { '0': t.loopForever, '1': t.loopOnce, '3': t.loopThree } as const;
  return (
    <>
      <Segmented
        label={t.direction}
        value={direction}
        segments={[
          { value: 'on', label: t.forwards },
          { value: 'back', label: t.backwards },
          { value: 'both', label: t.backAndForth },
        ]}
        onChange={way => change({ reverse: way === 'back', boomerang: way === 'both' })}
      />
      <Select
        label={t.loop}
        value={String(options.loop) as keyof typeof loops}
        choices={(['0', '1', '3'] as const).map(value => ({ value, label: loops[value] }))}
        onChange={loop => change({ loop: Number(loop) })}
      />
    </>
  );
}

function Shape({ options, change, selected, language }: Props) {
  const t = words[language];
  const { width, height } = options;
  const isSet = width !== undefined || height !== undefined;
  const original = selected?.width && selected.height ? { width: selected.width, height: selected.height } : undefined;
  const labels = { contain: t.fitContain, cover: t.fitCover, fill: t.fitFill };
  return (
    <Disclosure
      title={t.size}
      aside={isSet ? `${width ?? t.auto} × ${height ?? t.auto}` : options.mode === 'video' ? t.auto : t.sizeAuto}
    >
      <DimensionsField
        width={width}
        height={height}
        original={original}
        max={4096}
        onChange={change}
        words={{ width: t.width, height: t.height, auto: t.auto, lock: t.lock, unlock: t.unlock }}
      />
      <Select
        label={t.fit}
        value={options.fit}
        choices={fits.map(value => ({ value, label: labels[value] }))}
        onChange={fit => change({ fit })}
      />
      <Switch
        label={t.transparent}
        isOn={options.background === 'transparent'}
        onChange={isOn => change({ background: isOn ? 'transparent' : '#ffffff' })}
      />
      {options.background !== 'transparent' && (
        <Swatches
          label={t.background}
          value={options.background}
          colors={[
            { value: '#ffffff', label: t.white },
            { value: '#000000', label: t.black },
            { value: '#808080', label: t.grey },
          ]}
          customLabel={t.customColor}
          onChange={background => change({ background })}
        />
      )}
    </Disclosure>
  );
}

function FileSize({ options, change, language }: Props) {
  const t = words[language];
  return (
    <Disclosure title={t.more}>
      {options.format === 'gif' ? (
        <>
          <Slider
            label={t.colors}
            value={options.colors}
            min={8}
            max={256}
            step={8}
            onChange={colors => change({ colors })}
          />
          <Switch
            label={t.dither}
            hint={t.ditherHint}
            isOn={options.dither > 0}
            onChange={isOn => change({ dither: isOn ? 0.8 : 0 })}
          />
        </>
      ) : (
        <Slider label={t.quality} value={options.quality} min={1} max={100} onChange={quality => change({ quality })} />
      )}
      <KilobyteLimit
        words={{ label: t.limitSize, hint: t.limitSizeHint, number: t.maxKb }}
        value={options.maxKb}
        first={firstMaxKb}
        min={10}
        onChange={maxKb => change({ maxKb })}
      />
    </Disclosure>
  );
}

export function Options(props: Props) {
  const { options, change, language } = props;
  const t = words[language];
  const format = formatOf(options);
  return (
    <div className="grid gap-5">
      <Segmented
        label={t.mode}
        value={options.mode}
        segments={[
          { value: 'make', label: t.modeMake },
          { value: 'video', label: t.modeVideo },
          { value: 'split', label: t.modeSplit },
        ]}
        onChange={mode => change({ mode })}
      />
      {options.mode === 'split' ? (
        <p className="text-sm text-soft">
          {t.splitHint}
          <span className="pointer-coarse:hidden">{t.splitKeys}</span>
        </p>
      ) : (
        <>
          <Segmented
            label={t.format}
            value={format}
            segments={[
              { value: 'gif', label: 'GIF' },
              { value: 'webp', label: 'WebP' },
              ...(options.mode === 'make' ? [{ value: 'mp4' as const, label: 'MP4' }] : []),
            ]}
            hint={{ gif: t.formatHintGif, webp: t.formatHintWebp, mp4: t.formatHintMp4 }[format]}
            onChange={chosen => change({ format: chosen })}
          />
          {options.mode === 'video' ? (
            <FrameRate {...props} />
          ) : format === 'mp4' ? (
            <Showing {...props} />
          ) : (
            <Delay {...props} />
          )}
          {format !== 'mp4' && <Playing {...props} />}
          <div>
            <Shape {...props} />
            {format !== 'mp4' && <FileSize {...props} />}
          </div>
        </>
      )}
    </div>
  );
}
