// The crop settings: what is cropped, the aspect ratio, and the exact box.
import { Check, X } from 'lucide-react';
import { Button } from 'ui/button.tsx';
import { ChoiceGrid } from 'ui/fields/choice-grid.tsx';
import { NumberField } from 'ui/fields/number-field.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { useWords } from 'ui/language.tsx';
import { cropLimit, dropCrop, finishCrop, startBox } from './crop-deeds.ts';
import { fitRatio, moveCrop, useCrop } from './crop-state.ts';
import { selectedLayers, useEditor } from './state.ts';
import { editorWords } from './words.ts';

const ratios = {
  free: null,
  '1:1': 1,
  '4:3': 4 / 3,
  '3:4': 3 / 4,
  '3:2': 3 / 2,
  '2:3': 2 / 3,
  '16:9': 16 / 9,
  '9:16': 9 / 16,
} as const;
type RatioName = keyof typeof ratios;
const ratioNames = Object.keys(ratios) as RatioName[];

export function CropPanel() {
  const t = useWords(editorWords);
  const { history, selection } = useEditor();
  const artwork = history!.present.artwork;
  const { box, ratio, pictureId } = useCrop();
  const limit = cropLimit(artwork);
  const shown = box ?? startBox(artwork);
  const picture = selectedLayers(artwork, selection).find(layer => layer.type === 'picture');
  const chosen = ratioNames.find(name => ratios[name] === ratio) ?? 'free';
  const takeRatio = (name: RatioName) => {
    const wanted = ratios[name];
    useCrop.setState({ ratio: wanted, ...(wanted !== null && { box: fitRatio(limit, wanted) }) });
  };
  const takeSize = (width: number, height: number) =>
    useCrop.setState({ box: moveCrop({ ...shown, width, height }, { x: 0, y: 0 }, { x: 0, y: 0 }, limit, null) });
  return (
    <div className="grid gap-5">
      {picture && (
        <Segmented
          label={t.cropWhat}
          value={pictureId === null ? 'page' : 'picture'}
          segments={[
            { value: 'page', label: t.page },
            { value: 'picture', label: t.picture },
          ]}
          onChange={what => useCrop.setState({ pictureId: what === 'page' ? null : picture.id, box: null })}
        />
      )}
      <ChoiceGrid
        label={t.ratio}
        value={chosen}
        choices={ratioNames.map(value => ({ value, label: value === 'free' ? t.free : value }))}
        onChange={takeRatio}
        hint={t.cropHint}
      />
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={t.width}
          unit="px"
          min={1}
          max={Math.floor(limit.width)}
          value={Math.round(shown.width)}
          onChange={width =>
            width && takeSize(width, ratio === null ? shown.height : Math.min(limit.height, width / ratio))
          }
        />
        <NumberField
          label={t.height}
          unit="px"
          min={1}
          max={Math.floor(limit.height)}
          value={Math.round(shown.height)}
          onChange={height =>
            height && takeSize(ratio === null ? shown.width : Math.min(limit.width, height * ratio), height)
          }
        />
      </div>
      <div className="flex gap-2 max-lg:order-first">
        <Button variant="secondary" className="flex-1" icon={<X aria-hidden className="size-4.5" />} onClick={dropCrop}>
          {t.cancel}
        </Button>
        <Button className="flex-1" icon={<Check aria-hidden className="size-4.5" />} onClick={finishCrop}>
          {t.cropNow}
        </Button>
      </div>
    </div>
  );
}
