// Shows the result photo with guide lines for crown, eyes and chin, and lets the user move the head; or shows the print sheet. Changes are drawn
// immediately from the layer of the person; the server's result follows.
import { fill } from 'contract/words.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { PlacedPicture } from 'ui/picture/placed-picture.tsx';
import { usePlaceDrag } from 'ui/picture/use-place-drag.ts';
import type { ResultProps } from 'ui/tool-screen.ts';
import { maxShift, maxTurn, maxZoom, minZoom } from './contract.ts';
import { drawPhoto, drawSheet } from './draw-layer.tsx';
import { findLayer, type Layer, rememberLayer } from './last-layers.tsx';
import { holdMove, moveHead, sharesOf } from './place-head.ts';
import { ruleOf, type ScreenOptions, sidesOf, startPlace, toPayload } from './screen-options.ts';
import { words } from './words.ts';

interface Measures {
  readonly head: number;
  readonly eyes: number;
  readonly top: number;
}

const inPercent = (share: number) => Math.round(share * 100);
const limits = { minZoom, maxZoom, maxShift, maxTurn };

function Guide({ label, at }: { label: string; at: number }) {
  return (
    <div className="absolute inset-x-0 border-t border-dashed border-accent" style={{ top: `${at * 100}%` }}>
      <span className="absolute end-1 -translate-y-1/2 rounded bg-accent px-1.5 text-[0.6875rem] leading-4 font-medium text-on-accent">
        {label}
      </span>
    </div>
  );
}

/** Decodes the layer; the previous bitmap stays until the next one is decoded. */
function usePicture(layer: Layer | undefined): ImageBitmap | undefined {
  const [picture, setPicture] = useState<ImageBitmap>();
  useEffect(() => {
    let isGone = false;
    layer?.picture.then(createImageBitmap).then(
      made => {
        if (isGone) made.close();
        else setPicture(made);
      },
      // The layer has expired: wait for the server's result.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [layer]);
  useEffect(() => () => picture?.close(), [picture]);
  return layer && picture;
}

const asKey = (options: ScreenOptions) => JSON.stringify(toPayload(options));

/** Draws the current options on a canvas while they differ from the result's. */
function useSketch({ options, made, fileIndex }: ResultProps<ScreenOptions>, layer: Layer | undefined) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const picture = usePicture(layer);
  const key = asKey(options);
  const isSketched = picture !== undefined && key !== asKey(made);
  useEffect(() => {
    const canvas = canvasRef.current;
    if (!isSketched || !canvas || !layer) return;
    const rule = ruleOf(options);
    if (fileIndex === 0) drawPhoto(picture, layer.about, options, rule, sidesOf(options), canvas);
    else drawSheet(picture, layer.about, options, rule, canvas);
  }, [picture, key, isSketched, fileIndex]);
  return { canvasRef, isSketched };
}

export function Result(props: ResultProps<ScreenOptions>) {
  const { result, fileIndex, facts, options, made, change, language } = props;
  const t = words[language];
  const [areGuidesShown, setGuidesShown] = useState(true);
  rememberLayer(facts, made, result);
  const layer = findLayer(options, facts);
  const { canvasRef, isSketched } = useSketch(props, layer);
  const file = result.files[fileIndex] ?? result.files[0];
  const isPhoto = fileIndex === 0;
  const rule = ruleOf(options);
  const { place } = options;
  const hold = (wanted: ScreenOptions['place']) =>
    layer ? holdMove(layer.about, layer.about.head, rule, wanted, limits) : wanted;
  const setPlace = (wanted: ScreenOptions['place']) => change({ place: hold(wanted) });
  const drag = usePlaceDrag({
    place,
    onChange: setPlace,
    onReset: () => change({ place: startPlace }),
    steps: { shift: 0.005, zoom: 1.01, turn: 0.5 },
    sideOf: photo => photo.clientHeight,
  });
  if (!file?.width || !file.height) return null;
  const measures = layer
    ? sharesOf(layer.about.head, moveHead({ ...layer.about, cutShare: 0 }, layer.about.head, rule, place, () => 0).area)
    : (result.meta?.head as Measures | undefined);
  const isMovable = isPhoto && layer !== undefined;
  const isMoved = place.zoom !== 1 || place.right !== 0 || place.down !== 0 || place.turn !== 0;
  const [smallest, largest] = [hold({ ...place, zoom: minZoom }).zoom, hold({ ...place, zoom: maxZoom }).zoom];
  const copies = result.meta?.copies;
  return (
    <div className="grid size-full grid-rows-[minmax(0,1fr)_auto] bg-sunken">
      <PlacedPicture
        src={file.previewUrl || undefined}
        alt={isPhoto ? t.resultAlt : t.sheetAlt}
        ratio={file.width / file.height}
        isSketched={isSketched}
        canvasRef={canvasRef}
        drag={isMovable ? drag : undefined}
        label={isMovable ? `${t.resultAlt}. ${t.placeKeys}` : t.sheetAlt}
      >
        {isPhoto && measures && areGuidesShown && (
          <div aria-hidden className="pointer-events-none">
            <Guide label={t.guideCrown} at={measures.top} />
            <Guide label={t.guideEyes} at={1 - measures.eyes} />
            <Guide label={t.guideChin} at={measures.top + measures.head} />
          </div>
        )}
      </PlacedPicture>
      <div className="grid gap-2 border-t border-line bg-paper px-4 py-2.5">
        {isMovable && (
          <div className="grid grid-cols-2 gap-x-6">
            <Slider
              label={t.zoom}
              value={place.zoom}
              min={smallest}
              max={Math.max(largest, smallest + 0.01)}
              disabled={largest - smallest < 0.01}
              step={0.01}
              valueText={`${inPercent(place.zoom)}%`}
              onChange={zoom => setPlace({ ...place, zoom })}
            />
            <Slider
              label={t.turn}
              value={place.turn}
              min={-maxTurn}
              max={maxTurn}
              step={0.5}
              valueText={`${Math.round(place.turn * 10) / 10}°`}
              onChange={turn => setPlace({ ...place, turn })}
            />
          </div>
        )}
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-1 text-[0.8125rem] text-soft tabular-nums">
          <p>
            {isPhoto && measures
              ? fill(t.headShare, {
                  percent: inPercent(measures.head),
                  from: inPercent(rule.head[0]),
                  to: inPercent(rule.head[1]),
                })
              : typeof copies === 'number' && fill(t.sheetCopies, { count: copies })}
            {isMovable && <span className="max-sm:hidden"> · {t.placeHint}</span>}
          </p>
          {isPhoto && (
            <div className="ms-auto flex gap-2">
              {isMoved && (
                <Button size="sm" variant="quiet" onClick={() => change({ place: startPlace })}>
                  {t.placeReset}
                </Button>
              )}
              <Button
                size="sm"
                variant="secondary"
                aria-pressed={areGuidesShown}
                onClick={() => setGuidesShown(!areGuidesShown)}
              >
                {t.guides}
              </Button>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
