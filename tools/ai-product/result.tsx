// Shows the result and lets the user move the product. Changes are drawn immediately from the product layer; the server's result follows.
import type { Place } from 'contract/place.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { PlacedPicture } from 'ui/picture/placed-picture.tsx';
import { usePlaceDrag } from 'ui/picture/use-place-drag.ts';
import type { ResultProps } from 'ui/tool-screen.ts';
import { drawStaged, prepareStaged, previewSize } from './draw-staged.tsx';
import { type Product, recallProduct, rememberProduct } from './last-products.tsx';
import { holdPlace, startPlace, zooms } from './place-limits.ts';
import { payloadOf, type ScreenOptions, sceneIn, sizeOf } from './product-options.tsx';
import { useScene } from './scene-shelf.tsx';
import { words } from './words.ts';

const shownTurn = 45;

function useBitmap(product: Product | undefined): ImageBitmap | undefined {
  const [loaded, setLoaded] = useState<{ of: Product; bitmap: ImageBitmap }>();
  useEffect(() => {
    let isGone = false;
    product?.picture.then(
      bitmap => {
        if (!isGone) setLoaded({ of: product, bitmap });
      },
      // The product layer has expired: wait for the server's result.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [product]);
  return loaded && loaded.of === product ? loaded.bitmap : undefined;
}

/** Draws the current options on a canvas while they differ from the result's. */
function useSketch({ options, made, facts, result }: ResultProps<ScreenOptions>) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const product = recallProduct(facts);
  const bitmap = useBitmap(product);
  const { width, height } = previewSize(sizeOf(options));
  const id = product && sceneIn(options, made, result.meta);
  const scene = useScene(id, width, height);
  const { zoom, turn, right, down } = options.place;
  const { shadow, lightMatch, reflection } = options;
  const staged = useMemo(
    () =>
      bitmap && product && id
        ? prepareStaged(
            bitmap,
            product.box,
            id,
            { width, height },
            { place: { zoom, turn, right: 0, down: 0 }, shadow, lightMatch, reflection },
          )
        : undefined,
    [bitmap, product, id, width, height, zoom, turn, shadow, lightMatch, reflection],
  );
  const isSketched = !!scene && !!staged && JSON.stringify(payloadOf(options)) !== JSON.stringify(payloadOf(made));
  useEffect(() => {
    const canvas = canvasRef.current;
    if (isSketched && canvas) drawStaged(canvas, scene, staged, right, down);
  }, [isSketched, scene, staged, right, down]);
  return { canvasRef, isSketched, isMovable: id !== undefined };
}

export function Result(props: ResultProps<ScreenOptions>) {
  const { result, facts, options, change, language } = props;
  const t = words[language];
  rememberProduct(facts, result);
  const { canvasRef, isSketched, isMovable } = useSketch(props);
  const { place } = options;
  const setPlace = (wanted: Place) => change({ place: holdPlace(wanted) });
  const reset = () => change({ place: startPlace });
  const drag = usePlaceDrag({
    place,
    onChange: setPlace,
    onReset: reset,
    steps: { shift: 0.01, zoom: 1.02, turn: 1 },
    sideOf: picture => Math.min(picture.clientWidth, picture.clientHeight),
  });
  const file = result.files[0];
  if (!file?.previewUrl) return null;
  const { width, height } = isSketched ? sizeOf(options) : { width: file.width ?? 1, height: file.height ?? 1 };
  const isMoved = place.zoom !== 1 || place.right !== 0 || place.down !== 0 || place.turn !== 0;
  return (
    <div className="grid size-full grid-rows-[minmax(0,1fr)_auto] bg-sunken">
      <PlacedPicture
        src={file.previewUrl}
        alt={t.resultAlt}
        ratio={width / height}
        isSketched={isSketched}
        canvasRef={canvasRef}
        drag={isMovable ? drag : undefined}
        label={isMovable ? `${t.resultAlt}. ${t.placeKeys}` : t.resultAlt}
      />
      {isMovable && (
        <div className="grid gap-1 border-t border-line bg-paper px-4 py-2.5">
          <div className="grid grid-cols-2 gap-x-6">
            <Slider
              label={t.zoom}
              value={place.zoom}
              min={zooms.min}
              max={zooms.max}
              step={0.01}
              valueText={`${Math.round(place.zoom * 100)}%`}
              onChange={zoom => setPlace({ ...place, zoom })}
            />
            <Slider
              label={t.turn}
              value={Math.max(-shownTurn, Math.min(shownTurn, place.turn))}
              min={-shownTurn}
              max={shownTurn}
              valueText={`${Math.round(place.turn)}°`}
              onChange={turn => setPlace({ ...place, turn })}
            />
          </div>
          <div className="flex min-h-9 items-center justify-between gap-3 text-[0.8125rem] text-soft">
            <p>{t.placeHint}</p>
            <Button size="sm" variant="quiet" disabled={!isMoved} onClick={reset}>
              {t.placeReset}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
