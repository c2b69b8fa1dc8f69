// The choice of a background: none, a colour, a built-in scene, an uploaded picture, or the picture itself, blurred.
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { joinClasses } from 'ui/classes.ts';
import { ChoiceGrid } from 'ui/fields/choice-grid.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { Swatches } from 'ui/fields/swatches.tsx';
import { usePickFiles } from 'ui/files/use-pick-files.tsx';
import { useStrip } from 'ui/pick/use-strip.ts';
import { makeId } from 'ui/random-id.ts';
import type { OptionsProps } from 'ui/tool-screen.ts';
import { backgroundIds, backgroundNames, isPhotoId } from './backgrounds.ts';
import { backgroundKinds, type CutoutOptions } from './cutout-options.ts';
import { sceneAddress } from './draw-composite.tsx';
import { photoCovers } from './photo-backgrounds.ts';
import { words } from './words.ts';

type Props = OptionsProps<CutoutOptions>;

const thumbnail = { width: 96, height: 72 };

function Scenes({ options, change, language }: Props) {
  const name = useId();
  const strip = useRef<HTMLDivElement>(null);
  useStrip(strip, options.scene);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{words[language].scene}</legend>
      {/* A horizontal strip on phones, so that the picture stays visible. */}
      <div
        ref={strip}
        className="-mx-1 grid gap-1.5 px-1 py-1 max-lg:grid-flow-col max-lg:auto-cols-[5.5rem] max-lg:overflow-x-auto lg:grid-cols-3"
      >
        {backgroundIds.map(id => (
          <label
            key={id}
            className={joinClasses(
              'relative grid gap-1 rounded-xl p-1 text-center text-xs transition has-focus-visible:outline-3 has-focus-visible:outline-accent-ink',
              id === options.scene
                ? 'bg-accent-soft font-bold text-accent-ink ring-2 ring-accent ring-inset'
                : 'font-medium hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={id === options.scene}
              onChange={() => change({ scene: id })}
            />
            <img
              src={isPhotoId(id) ? photoCovers[id] : sceneAddress(id, thumbnail.width, thumbnail.height)}
              loading="lazy"
              alt=""
              className="aspect-4/3 w-full rounded-lg object-cover"
            />
            <span className="truncate">{backgroundNames[id][language]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function OwnPicture({ options, change, language }: Props) {
  const t = words[language];
  const { own } = options;
  const { input, pick } = usePickFiles(([file]) => {
    if (file) change({ own: { id: makeId(), name: file.name, blob: file } });
  }, 'image/*');
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    if (!own) return;
    const address = URL.createObjectURL(own.blob);
    setShown(address);
    return () => URL.revokeObjectURL(address);
  }, [own]);
  return (
    <div className="flex items-center gap-3">
      {own && shown && <img src={shown} alt={own.name} className="h-16 w-22 rounded-xl object-cover" />}
      {input}
      <Button variant="secondary" size="sm" onClick={pick}>
        {own ? t.pickAnother : t.pickOwn}
      </Button>
    </div>
  );
}

export function BackgroundChoice(props: Props) {
  const { options, change, language } = props;
  const t = words[language];
  const { background } = options;
  return (
    <div className="grid gap-3">
      <ChoiceGrid
        label={t.background}
        value={background}
        choices={backgroundKinds.map(value => ({ value, label: t[`kind-${value}`] }))}
        onChange={value => change({ background: value })}
        hint={t[`about-${background}`]}
      />
      {background === 'color' && (
        <Swatches
          label={t.color}
          value={options.color}
          colors={[
            { value: '#ffffff', label: t.white },
            { value: '#f2f2f2', label: t.grey },
            { value: '#000000', label: t.black },
            { value: '#438edb', label: t.blue },
            { value: '#d9001b', label: t.red },
            { value: '#2fb67c', label: t.green },
          ]}
          customLabel={t.customColor}
          onChange={color => change({ color })}
        />
      )}
      {background === 'scene' && <Scenes {...props} />}
      {background === 'own' && <OwnPicture {...props} />}
      {background === 'blur' && (
        <Slider
          label={t.blur}
          value={options.blur}
          min={1}
          max={100}
          startMark={t.blurLow}
          endMark={t.blurHigh}
          onChange={blur => change({ blur })}
        />
      )}
    </div>
  );
}
