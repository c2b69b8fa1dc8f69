// The current subtitles over the clip: the server's rendering, and a sketch until it arrives.
import type { Size } from 'contract/mark/place.ts';
import { shorterEdge } from 'contract/mark/place.ts';
import { type Cue, cuesAt } from 'contract/subtitles/cues.ts';
import { plainText } from 'contract/subtitles/markup.ts';
import type { SubtitleStyle } from 'contract/subtitles/style.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useRequests } from 'ui/keep-requests.ts';
import type { Ask } from 'ui/tool-screen.ts';

/** Lengths are in pixels of the clip. */
interface Drawn extends Size {
  readonly address: string;
  readonly left: number;
  readonly top: number;
}

/** Delay in ms before a request, so that typing does not send one per letter. */
const restMs = 160;
const maxRemembered = 200;
const remembered = new Map<string, Drawn>();

function remember(key: string, drawn: Drawn): void {
  remembered.set(key, drawn);
  for (const oldest of remembered.keys()) {
    if (remembered.size <= maxRemembered) break;
    URL.revokeObjectURL(remembered.get(oldest)!.address);
    remembered.delete(oldest);
  }
}

async function fetchDrawn(payload: string, ask: Ask, signal: AbortSignal): Promise<Drawn> {
  const { files, meta } = await ask('drawCue', JSON.parse(payload), signal);
  const [file] = files;
  if (!file?.previewUrl) throw new Error('the subtitles were drawn, but there is no address to get them from');
  const answer = await fetch(file.previewUrl, { signal });
  if (!answer.ok) throw new Error(`the subtitles were drawn, but their address answered ${answer.status}`);
  const blob = await answer.blob();
  const { width = 0, height = 0 } = file;
  const scale = Number(meta?.scale);
  return {
    address: URL.createObjectURL(blob),
    left: Number(meta?.left),
    top: Number(meta?.top),
    width: width / scale,
    height: height / scale,
  };
}

/** Returns the renderings by request; those of all keys are requested in order. */
function useDrawn(keys: readonly string[], ask: Ask): ReadonlyMap<string, Drawn> {
  const [, setArrivals] = useState(0);
  const send = useCallback(
    async (key: string, signal: AbortSignal) => {
      try {
        remember(key, await fetchDrawn(key, ask, signal));
        if (!signal.aborted) setArrivals(count => count + 1);
      } catch {
        // The sketch stays, and the run itself reports the error.
      }
    },
    [ask],
  );
  const due = keys.filter(key => !remembered.has(key));
  useRequests(due, restMs, send);
  return remembered;
}

/** Characters that subtitles usually consist of, all in the built-in font. */
const usual =
  /[\p{ASCII}\p{sc=Latin}\p{sc=Hiragana}\p{sc=Katakana}\p{P}\p{M}\p{Cf}\s\u4e00-\u9fff\u3000-\u303f\uff00-\uffef]/u;
const maxAsked = 150;

/** Returns the characters of all cues that the server cannot draw; empty until it has answered. */
export function useMissingSigns(
  cues: readonly Cue[],
  fontWeight: SubtitleStyle['fontWeight'],
  ask: Ask,
): readonly string[] {
  const [missing, setMissing] = useState<readonly string[]>([]);
  const signs = useMemo(() => {
    const all = new Set(cues.flatMap(({ text, second = '' }) => [...plainText(text + second)]));
    return [...all]
      .filter(sign => !usual.test(sign))
      .slice(0, maxAsked)
      .join('');
  }, [cues]);
  useEffect(() => {
    setMissing([]);
    if (signs === '') return;
    const stop = new AbortController();
    const payload = { cues: [{ text: signs }], subtitleStyle: { fontWeight }, width: 320, height: 180 };
    const timer = setTimeout(() => {
      ask('drawCue', payload, stop.signal)
        .then(({ meta }) => setMissing(Array.isArray(meta?.missing) ? meta.missing.map(String) : []))
        // The result reports missing characters too.
        .catch(() => undefined);
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [signs, fontWeight, ask]);
  return missing;
}

interface ShownCuesProps {
  /** Sorted by time. */
  cues: readonly Cue[];
  style: SubtitleStyle;
  /** Size of the clip in pixels. */
  frame: Size;
  seconds: number;
  ask: Ask;
}

export function ShownCues({ cues, style, frame, seconds, ask }: ShownCuesProps) {
  const hasText = ({ text, second = '' }: Cue) => plainText(text + second).trim() !== '';
  const keyOf = (some: readonly Cue[]) =>
    JSON.stringify({
      cues: some.map(({ text, second = '', place }) => ({ text, second, place })),
      subtitleStyle: style,
      ...frame,
    });
  const seen = cuesAt(cues, seconds).filter(hasText);
  // The next cue is rendered in advance.
  const next = cues.find(cue => cue.start > seconds && hasText(cue));
  const key = seen.length > 0 ? keyOf(seen) : undefined;
  const drawn = useDrawn([...(key ? [key] : []), ...(next ? [keyOf([next])] : [])], ask);
  const picture = key ? drawn.get(key) : undefined;
  if (!key) return null;
  const percent = (value: number, of: number) => `${(100 * value) / of}%`;
  if (picture)
    return (
      <img
        src={picture.address}
        alt={seen.map(({ text, second = '' }) => plainText(`${text} ${second}`).trim()).join(' ')}
        data-cue="exact"
        className="absolute max-w-none"
        style={{
          left: percent(picture.left, frame.width),
          top: percent(picture.top, frame.height),
          width: percent(picture.width, frame.width),
          height: percent(picture.height, frame.height),
        }}
      />
    );
  const places = [...new Set(seen.map(({ place }) => place ?? style.place))];
  return places.map(place => (
    <Sketch
      key={place}
      cues={seen.filter(cue => (cue.place ?? style.place) === place)}
      style={{ ...style, place }}
      frame={frame}
    />
  ));
}

/** Approximates the server's rendering with a font of the browser. */
function Sketch({ cues, style, frame }: Pick<ShownCuesProps, 'cues' | 'style' | 'frame'>) {
  const em = (100 * style.size * shorterEdge(frame)) / frame.height;
  const edge = `${100 * style.margin}%`;
  const places = {
    top: { top: edge },
    middle: { top: '50%', transform: 'translateY(-50%)' },
    bottom: { bottom: edge },
  };
  const outline = `${style.outlineWidth * 2}em ${style.outlineColor}`;
  return (
    <div className="absolute inset-0 [container-type:size]" data-cue="sketch">
      <p
        className="absolute inset-x-[4%] text-center leading-tight whitespace-pre-line"
        style={{
          ...places[style.place],
          fontSize: `${em}cqh`,
          fontWeight: style.fontWeight,
          color: style.color,
          WebkitTextStroke: style.outlineWidth > 0 ? outline : undefined,
          paintOrder: 'stroke fill',
        }}
      >
        {cues.map(({ text, second = '' }) => plainText(`${text}\n${second}`).trim()).join('\n')}
      </p>
    </div>
  );
}
