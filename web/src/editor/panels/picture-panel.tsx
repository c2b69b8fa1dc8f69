// The settings of a picture: cutout and removal, adjustments, filters, frame.
import type { Adjustments, PictureLayer } from 'contract/artwork/artwork.ts';
import { frameShapes, noAdjustments } from 'contract/artwork/artwork.ts';
import { lookNames } from 'contract/looks.ts';
import { Crop, Eraser, RotateCcw, Scissors } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { Select } from 'ui/fields/select.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import { changeLayers, chooseTool, useEditor } from '../state.ts';
import { editorWords } from '../words.ts';
import { Colors } from './colors.tsx';
import { LookGrid } from './look-grid.tsx';
import { ReplacePicture } from './replace-picture.tsx';

const CurveField = lazy(async () => ({ default: (await import('ui/artwork/curve-field.tsx')).CurveField }));
const ServerWork = lazy(async () => ({ default: (await import('../server-work.tsx')).ServerWork }));

const light = ['exposure', 'contrast', 'highlights', 'shadows'] as const;
const colour = ['saturation', 'vibrance', 'temperature', 'tint'] as const;
const detail = ['sharpness', 'blur', 'vignette'] as const;

/** Changes of the same key, such as those of one slider, are undone together. */
const adjust = (layer: PictureLayer, patch: Partial<Adjustments>, key = Object.keys(patch).join()) =>
  changeLayers('adjust', [layer.id], one => ({ adjustments: { ...(one as PictureLayer).adjustments, ...patch } }), {
    mergeKey: `${layer.id} ${key}`,
  });

export function PicturePanel({ layer }: { layer: PictureLayer }) {
  const t = useWords(editorWords);
  const language = useLanguage();
  const wishedId = useEditor(state => state.cutoutWishedId);
  const [chosen, setWork] = useState<'cutout' | 'remove' | null>(null);
  const work = wishedId === layer.id ? 'cutout' : chosen;
  const { adjustments, look } = layer;
  const sliders = (names: readonly (typeof light | typeof colour | typeof detail)[number][]) =>
    names.map(name => (
      <Slider
        key={name}
        label={t[name]}
        value={adjustments[name]}
        min={name === 'sharpness' || name === 'blur' ? 0 : -100}
        max={100}
        onChange={value => adjust(layer, { [name]: value })}
      />
    ));
  const endWork = () => {
    setWork(null);
    useEditor.setState({ cutoutWishedId: null });
  };
  const isAdjusted = JSON.stringify(adjustments) !== JSON.stringify(noAdjustments);
  return (
    <div className="grid gap-4">
      <ReplacePicture id={layer.id} />
      <PictureDeeds onWork={setWork} />
      {work && (
        <Suspense fallback={null}>
          <ServerWork kind={work} layer={layer} onClose={endWork} />
        </Suspense>
      )}
      <Disclosure title={t.light}>{sliders(light)}</Disclosure>
      <Disclosure title={t.colour}>{sliders(colour)}</Disclosure>
      <Disclosure title={t.detail}>{sliders(detail)}</Disclosure>
      <LevelFields layer={layer} />
      <Disclosure title={t.curves}>
        <Suspense fallback={<div className="aspect-square max-w-72" />}>
          <CurveField
            words={{
              curves: t.curves,
              channel: t.channel,
              channels: {
                all: t['channel-all'],
                red: t['channel-red'],
                green: t['channel-green'],
                blue: t['channel-blue'],
              },
              point: t.curvePoint,
              hint: t.curveHint,
            }}
            curves={adjustments.curves}
            onChange={curves => adjust(layer, { curves })}
          />
        </Suspense>
      </Disclosure>
      {isAdjusted && (
        <Button
          size="sm"
          variant="quiet"
          icon={<RotateCcw aria-hidden className="size-4" />}
          onClick={() => adjust(layer, noAdjustments, 'reset')}
        >
          {t.resetAdjustments}
        </Button>
      )}
      <Disclosure title={t.filters} aside={look ? lookNames[look.id][language] : t.none}>
        <LookGrid layer={layer} onChange={next => changeLayers('look', [layer.id], () => ({ look: next }))} />
      </Disclosure>
      <FrameFields layer={layer} />
    </div>
  );
}

function PictureDeeds({ onWork }: { onWork: (kind: 'cutout' | 'remove') => void }) {
  const t = useWords(editorWords);
  return (
    <div className="grid grid-cols-3 gap-2">
      <Button
        size="sm"
        variant="secondary"
        className="px-2!"
        icon={<Scissors aria-hidden className="size-4" />}
        onClick={() => onWork('cutout')}
      >
        {t.cutout}
      </Button>
      <Button
        size="sm"
        variant="secondary"
        className="px-2!"
        icon={<Eraser aria-hidden className="size-4" />}
        onClick={() => onWork('remove')}
      >
        {t.removeObjects}
      </Button>
      <Button
        size="sm"
        variant="secondary"
        className="px-2!"
        icon={<Crop aria-hidden className="size-4" />}
        onClick={() => chooseTool('crop')}
      >
        {t.crop}
      </Button>
    </div>
  );
}

function LevelFields({ layer }: { layer: PictureLayer }) {
  const t = useWords(editorWords);
  const { levels } = layer.adjustments;
  return (
    <Disclosure title={t.levels}>
      <Slider
        label={t.levelBlack}
        value={levels.black}
        min={0}
        max={254}
        onChange={black => adjust(layer, { levels: { ...levels, black: Math.min(black, levels.white - 1) } })}
      />
      <Slider
        label={t.levelGamma}
        value={Math.round(Math.log10(levels.gamma) * 100)}
        min={-100}
        max={100}
        valueText={levels.gamma.toFixed(2)}
        onChange={value => adjust(layer, { levels: { ...levels, gamma: 10 ** (value / 100) } })}
      />
      <Slider
        label={t.levelWhite}
        value={levels.white}
        min={1}
        max={255}
        onChange={white => adjust(layer, { levels: { ...levels, white: Math.max(white, levels.black + 1) } })}
      />
    </Disclosure>
  );
}

function FrameFields({ layer }: { layer: PictureLayer }) {
  const t = useWords(editorWords);
  const { frame } = layer;
  const page = useEditor(state => state.history!.present.artwork);
  const edge = Math.min(page.width, page.height);
  const setFrame = (patch: Partial<PictureLayer['frame']>) =>
    changeLayers('frame', [layer.id], one => ({ frame: { ...(one as PictureLayer).frame, ...patch } }));
  return (
    <Disclosure title={t.frame} aside={t[`frame-${frame.shape}`]}>
      <Select
        label={t.frameShape}
        value={frame.shape}
        choices={frameShapes.map(value => ({ value, label: t[`frame-${value}`] }))}
        onChange={shape => setFrame({ shape })}
      />
      {frame.shape === 'rounded' && (
        <Slider
          label={t.corners}
          value={Math.round(frame.radius * 200)}
          min={0}
          max={100}
          onChange={value => setFrame({ radius: value / 200 })}
        />
      )}
      <Slider
        label={t.borderWidth}
        value={Math.round((frame.borderWidth / edge) * 1000)}
        min={0}
        max={100}
        onChange={value => setFrame({ borderWidth: (value / 1000) * edge })}
      />
      {frame.borderWidth > 0 && (
        <Colors label={t.borderColor} value={frame.borderColor} onChange={borderColor => setFrame({ borderColor })} />
      )}
    </Disclosure>
  );
}
