// The searchable list of ID photo sizes, and the fields for a custom size.
import type { Language } from 'contract/words.ts';
import { NumberField } from 'ui/fields/number-field.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import type { PickerGroup } from 'ui/pick/picker-entries.ts';
import { PickerList } from 'ui/pick/picker-list.tsx';
import { maxDpi, maxMm, maxPx, minDpi, minMm, minPx } from './contract.ts';
import { customId, customPixels, type ScreenOptions, startPlace } from './screen-options.ts';
import type { PhotoSize, SizeGroup } from './sizes/size-shape.ts';
import { pixelsOf, sizes } from './sizes/sizes.ts';
import { words } from './words.ts';

interface Props {
  options: ScreenOptions;
  change: (patch: Partial<ScreenOptions>) => void;
  language: Language;
}

const groupWords = {
  china: 'groupChina',
  exam: 'groupExam',
  asia: 'groupAsia',
  europe: 'groupEurope',
  america: 'groupAmerica',
  world: 'groupWorld',
} as const satisfies Record<SizeGroup, string>;

/** Groups in the order in which readers of each language usually need them. */
const orders: Readonly<Record<Language, readonly SizeGroup[]>> = {
  zh: ['china', 'exam', 'asia', 'america', 'europe', 'world'],
  en: ['america', 'europe', 'asia', 'world', 'china', 'exam'],
};

const measuresOf = (size: PhotoSize) => {
  const { width, height } = pixelsOf(size);
  return `${size.widthMm} × ${size.heightMm} mm · ${width} × ${height} px`;
};

function listGroups(language: Language): PickerGroup[] {
  const t = words[language];
  const known = orders[language].map(group => ({
    name: t[groupWords[group]],
    entries: sizes
      .filter(size => size.group === group)
      .map(size => ({
        id: size.id,
        label: size.name[language],
        note: measuresOf(size),
        aspect: size.widthMm / size.heightMm,
        keywords: `${size.name.zh} ${size.name.en}`.toLowerCase(),
      })),
  }));
  return [
    ...known,
    { name: t.groupOwn, entries: [{ id: customId, label: t.custom, note: t.customNote, aspect: 0.78 }] },
  ];
}

function CustomFields({ options, change, language }: Props) {
  const t = words[language];
  const { unit, width, height, dpi } = options;
  const [min, max] = unit === 'mm' ? [minMm, maxMm] : [minPx, maxPx];
  const inPixels = customPixels(options);

  function setUnit(next: 'mm' | 'px') {
    if (next === unit) return;
    const sides = next === 'px' ? inPixels : { width: (width / dpi) * 25.4, height: (height / dpi) * 25.4 };
    const hold = (side: number) =>
      next === 'px' ? Math.min(maxPx, Math.max(minPx, side)) : Math.min(maxMm, Math.max(minMm, Math.round(side)));
    change({ unit: next, width: hold(sides.width), height: hold(sides.height) });
  }

  return (
    <div className="grid gap-4 rounded-2xl bg-sunken/60 p-3.5">
      <Segmented
        label={t.unit}
        value={unit}
        segments={[
          { value: 'mm', label: t.mm },
          { value: 'px', label: t.px },
        ]}
        onChange={setUnit}
      />
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={t.width}
          value={width}
          min={min}
          max={max}
          unit={unit}
          onChange={value => value && change({ width: value })}
        />
        <NumberField
          label={t.height}
          value={height}
          min={min}
          max={max}
          unit={unit}
          onChange={value => value && change({ height: value })}
        />
      </div>
      <NumberField
        label={t.dpi}
        value={dpi}
        min={minDpi}
        max={maxDpi}
        unit="dpi"
        hint={unit === 'mm' ? `${inPixels.width} × ${inPixels.height} px` : undefined}
        onChange={value => value && change({ dpi: value })}
      />
    </div>
  );
}

export function SizePicker(props: Props) {
  const { options, change, language } = props;
  const t = words[language];
  return (
    <>
      <PickerList
        label={t.size}
        groups={listGroups(language)}
        chosen={[options.size]}
        kind="one"
        // Each size has its own background and rule, which replace the previous ones.
        onPick={size => change({ size, background: undefined, place: startPlace })}
        words={{ search: t.search, nothing: t.nothing }}
      />
      {options.size === customId && <CustomFields {...props} />}
    </>
  );
}
