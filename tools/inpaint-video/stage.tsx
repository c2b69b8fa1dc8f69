// The stage of watermark removal from clips: the frame of the paused clip can be painted on; the times of the areas are on the timeline.

import { fill } from 'contract/words.ts';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { ClipStage } from 'ui/clip/clip-stage.tsx';
import { type Playback, useMoment, usePlayback } from 'ui/clip/playback.ts';
import { MaskPainter } from 'ui/mask-painter/mask-painter.tsx';
import type { StageProps } from 'ui/tool-screen.ts';
import { chooseArea, useChosenArea } from './chosen-area.ts';
import { screenWords as words } from './screen-words.ts';
import { inFrame, removeLabel, sizeOf, type VideoSettings, withArea } from './settings.ts';

type Props = StageProps<VideoSettings>;

interface Shown {
  /** Address of an image of the current frame. */
  readonly address: string;
  readonly width: number;
  readonly height: number;
}

/** Milliseconds until the previous image of a frame is released, after the new one is shown. */
const keptMs = 1000;
/** Milliseconds at a position after which it becomes the start of a preview. */
const settledMs = 300;

/** Returns the frame at a time as a full-size image; undefined until it is drawn, or if the browser cannot play the clip. */
function useFrame(source: Blob | string | undefined, seconds: number): Shown | undefined {
  const player = useRef<HTMLVideoElement | undefined>(undefined);
  const [shown, setShown] = useState<Shown | undefined>();

  useEffect(() => {
    setShown(undefined);
    if (!source) return;
    const video = document.createElement('video');
    const address = typeof source === 'string' ? source : URL.createObjectURL(source);
    let latest: string | undefined;
    let isGone = false;
    const draw = () => {
      const { videoWidth: width, videoHeight: height } = video;
      if (isGone || width === 0) return;
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      canvas.getContext('2d')?.drawImage(video, 0, 0);
      const take = (blob: Blob | null) => {
        if (!blob || isGone) return;
        const old = latest;
        latest = URL.createObjectURL(blob);
        setShown({ address: latest, width, height });
        if (old) setTimeout(() => URL.revokeObjectURL(old), keptMs);
      };
      canvas.toBlob(take, 'image/jpeg', 0.95);
    };
    video.muted = true;
    video.preload = 'auto';
    video.crossOrigin = 'anonymous';
    video.addEventListener('loadeddata', draw);
    video.addEventListener('seeked', draw);
    video.src = address;
    player.current = video;
    return () => {
      isGone = true;
      player.current = undefined;
      video.removeAttribute('src');
      video.load();
      if (typeof source !== 'string') URL.revokeObjectURL(address);
      if (latest) URL.revokeObjectURL(latest);
    };
  }, [source]);

  const isReady = shown !== undefined;
  useEffect(() => {
    const video = player.current;
    if (video && isReady && Math.abs(video.currentTime - seconds) > 0.001) video.currentTime = seconds;
  }, [seconds, isReady]);
  return shown;
}

/** The painter over the current frame; hidden while the clip plays. */
function Painter({ playback, props }: { playback: Playback; props: Props }) {
  const { file, address: poster, facts, clip, options, change, isBusy, language } = props;
  const { seconds, isPlaying } = useMoment(playback);
  const [still, setStill] = useState(seconds);
  useEffect(() => {
    if (!isPlaying) setStill(seconds);
  }, [seconds, isPlaying]);
  const isPreview = options.scope === 'preview';
  const keepMoment = useEffectEvent((moment: number) => {
    if (!isBusy && isPreview && moment !== options.moment) change({ moment });
  });
  // Also when a preview is selected later.
  useEffect(() => {
    const timer = setTimeout(() => keepMoment(still), settledMs);
    return () => clearTimeout(timer);
  }, [still, isPreview]);
  const proxy = clip?.proxy?.state === 'ready' ? clip.proxy.address : undefined;
  const shown = useFrame(proxy ?? file, still);
  const size = sizeOf(facts) ?? shown;
  const address = shown?.address ?? poster;
  const { width, height } = size ?? {};
  // Marks of a clip of another size are shown, and go on, in pixels of this one.
  const framed = useMemo(
    () => (width && height ? inFrame(options, { width, height }) : options),
    [options, width, height],
  );
  const area = useChosenArea(framed);
  if (isPlaying || !address || !size) return null;
  return (
    <div className="absolute inset-0 bg-sunken">
      <MaskPainter
        key={area.id}
        address={address}
        width={size.width}
        height={size.height}
        name={facts.name}
        labels={[{ ...removeLabel, name: words[language].remove }]}
        ops={area.ops}
        onChange={ops => {
          const { areas, bands, frame } = framed;
          change({ areas, bands, frame, ...withArea(framed, { ...area, ops }) });
        }}
        isLocked={isBusy}
        isOpaque
      />
    </div>
  );
}

/** Distance from the clip's end, in seconds, within which a range means the whole clip. */
const nearEnd = 0.05;

export function Stage(props: Props) {
  const { options, change, facts, isBusy, language } = props;
  const t = words[language];
  const playback = usePlayback();
  const chosen = useChosenArea(options);
  const { seconds } = facts;
  const areas = options.what === 'marks' ? options.areas : [];
  const ranges = areas.map(({ id, start, end }, index) => ({
    id,
    label: fill(t.area, { number: index + 1 }),
    start: start ?? 0,
    end: end ?? Number.POSITIVE_INFINITY,
  }));
  // Restores the position after a result or a reload.
  const first = useRef(options.moment);
  useEffect(() => {
    if (seconds && first.current > 0) playback.seek(first.current);
    first.current = 0;
  }, [playback, seconds]);
  return (
    <ClipStage
      {...props}
      playback={playback}
      isLocked={isBusy}
      ranges={ranges}
      selectedRange={chosen.id}
      onRangeSelect={chooseArea}
      onRangeChange={(id, { start, end }, seconds) => {
        const area = options.areas.find(each => each.id === id);
        if (!area) return;
        const from = start <= nearEnd ? undefined : start;
        const to = end >= seconds - nearEnd ? undefined : end;
        change(withArea(options, { ...area, start: from, end: to }));
        chooseArea(id);
      }}
      cover={<Painter playback={playback} props={props} />}
    />
  );
}
