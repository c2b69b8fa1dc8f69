// The stage of the cutout: the picture before the first run, and then the cutout, which is corrected by painting.
import { useEffect, useMemo, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { MaskPainter } from 'ui/mask-painter/mask-painter.tsx';
import type { MaskOp } from 'ui/mask-painter/ops.ts';
import { useDrawnPicture } from 'ui/picture/use-drawn-picture.ts';
import type { FileFacts, StageProps } from 'ui/tool-screen.ts';
import type { CutoutOptions } from './cutout-options.ts';
import { drawGuide } from './draw-composite.tsx';
import { prepareMatte, recallCutout } from './last-cutouts.tsx';
import { eraseLabel, keepLabel, type Size, strokesOf, withStrokes } from './strokes.ts';
import { words } from './words.ts';

function useGuide(address: string | undefined, facts: FileFacts): string | undefined {
  const cutout = recallCutout(facts);
  const draw = useMemo(() => (address && cutout ? () => drawGuide(address, cutout) : undefined), [address, cutout]);
  // The result has expired or belongs to another host: show the picture itself.
  return useDrawnPicture(draw) ?? address;
}

/** A stable reference: the painter would take a new array for a change. */
const nothing: readonly MaskOp[] = [];

/** Returns the size of the upright picture, from its header or measured by the browser. */
function useSize(address: string | undefined, { width, height }: FileFacts): Size | undefined {
  const [measured, setMeasured] = useState<Size & { address: string }>();
  const isKnown = !!(width && height);
  useEffect(() => {
    if (!address || isKnown) return;
    const picture = new Image();
    picture.onload = () => setMeasured({ address, width: picture.naturalWidth, height: picture.naturalHeight });
    picture.src = address;
    return () => {
      picture.onload = null;
    };
  }, [address, isKnown]);
  if (width && height) return { width, height };
  return measured && measured.address === address && measured.width > 0 ? measured : undefined;
}

export function Stage(props: StageProps<CutoutOptions>) {
  const { address, facts, options, change, isBusy, language } = props;
  const t = words[language];
  const size = useSize(address, facts);
  const guide = useGuide(address, facts);
  const painted = strokesOf(options.strokes, facts);
  const [isAsked, setIsAsked] = useState(false);
  useEffect(() => prepareMatte(facts), [facts]);
  if (!guide || !size) {
    return <p className="grid h-full place-content-center bg-sunken p-8 text-center text-sm text-soft">{t.unseen}</p>;
  }
  if (!isAsked && !painted && !recallCutout(facts)) {
    return (
      <div className="relative h-full bg-sunken">
        <img src={guide} alt={facts.name} className="size-full object-contain" />
        {!isBusy && (
          <Button
            size="sm"
            variant="secondary"
            className="absolute end-3 bottom-3 shadow-sm"
            onClick={() => setIsAsked(true)}
          >
            {t.paintFirst}
          </Button>
        )}
      </div>
    );
  }
  return (
    <MaskPainter
      address={guide}
      width={size.width}
      height={size.height}
      name={facts.name}
      labels={[
        { ...keepLabel, name: t.keep },
        { ...eraseLabel, name: t.erase },
      ]}
      ops={painted?.ops ?? nothing}
      onChange={ops => change({ strokes: withStrokes(options.strokes, facts, size, ops) })}
      isLocked={isBusy}
      isOpaque
    />
  );
}
