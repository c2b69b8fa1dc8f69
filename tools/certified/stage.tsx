// The stage of the ID photo: the input before the first run, and then the cut-out person, whose edge is corrected by painting.
import { useMemo } from 'react';
import { MaskPainter } from 'ui/mask-painter/mask-painter.tsx';
import type { MaskOp } from 'ui/mask-painter/ops.ts';
import { useDrawnPicture } from 'ui/picture/use-drawn-picture.ts';
import type { StageProps } from 'ui/tool-screen.ts';
import { drawGuide } from './draw-layer.tsx';
import { eraseLabel, keepLabel, type Layer, recallLayer, strokesOf, withStrokes } from './last-layers.tsx';
import type { ScreenOptions } from './screen-options.ts';
import { words } from './words.ts';

function useGuide(address: string | undefined, layer: Layer | undefined): string | undefined {
  const draw = useMemo(
    () => (address && layer ? async () => drawGuide(address, await layer.picture, layer.about) : undefined),
    [address, layer],
  );
  return useDrawnPicture(draw);
}

/** A stable reference: the painter would take a new array for a change. */
const nothing: readonly MaskOp[] = [];

export function Stage({ address, facts, options, change, isBusy, language }: StageProps<ScreenOptions>) {
  const t = words[language];
  const layer = recallLayer(options, facts);
  const guide = useGuide(address, layer);
  if (!address) {
    return <p className="grid h-full place-content-center bg-sunken p-8 text-center text-sm text-soft">{t.unseen}</p>;
  }
  if (!layer || !guide) return <img src={address} alt={facts.name} className="size-full bg-sunken object-contain" />;
  return (
    <MaskPainter
      address={guide}
      width={layer.about.width}
      height={layer.about.height}
      name={facts.name}
      labels={[
        { ...keepLabel, name: t.keep },
        { ...eraseLabel, name: t.erase },
      ]}
      ops={strokesOf(options, facts) ?? nothing}
      onChange={ops => change({ strokes: withStrokes(options, facts, ops) })}
      isLocked={isBusy}
      isOpaque
    />
  );
}
