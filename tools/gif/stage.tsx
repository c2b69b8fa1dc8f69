// The stage of the GIF maker: plays the animation above a strip that sets the order of its pictures.
import { fill } from 'contract/words.ts';
import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { TrimStage } from 'ui/clip/trim-stage.tsx';
import { useNumberDraft } from 'ui/fields/use-number-draft.ts';
import { IconButton } from 'ui/icon-button.tsx';
import { SortableStrip } from 'ui/pick/sortable-strip.tsx';
import type { StageFile, StageProps } from 'ui/tool-screen.ts';
import { maxDelayMs, minDelayMs, stillDelayMs } from './contract.ts';
import { Film } from './film.tsx';
import { type GifSettings, isClip, mayBeAnimated } from './settings.ts';
import { orderFrames } from './timing.ts';
import { words } from './words.ts';

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Returns the index of the picture to show now, which advances while it plays. */
function usePlayer(files: readonly StageFile[], settings: GifSettings, isPlaying: boolean) {
  const [step, setStep] = useState(0);
  const order = orderFrames(files.length, settings);
  const at = order[step % Math.max(1, order.length)] ?? 0;
  const id = files[at]?.id ?? '';
  const ms =
    settings.format === 'mp4' ? settings.secondsEach * 1000 : (settings.delays[id] ?? settings.delayMs ?? stillDelayMs);
  useEffect(() => {
    if (!isPlaying || files.length < 2) return;
    const timer = setTimeout(() => setStep(now => now + 1), Math.max(minDelayMs, ms));
    return () => clearTimeout(timer);
  }, [isPlaying, ms, step, files.length]);
  const show = (index: number) => setStep(Math.max(0, order.indexOf(index)));
  return { at, show };
}

export function GifStage(props: StageProps<GifSettings>) {
  const { files, options, change, reorder, language, facts, address } = props;
  const t = words[language];
  const [isPlaying, setIsPlaying] = useState(() => !wantsStillness());
  const { at, show } = usePlayer(files, options, isPlaying);
  if (options.mode === 'video')
    return isClip(facts) ? (
      <TrimStage {...props} />
    ) : (
      <Picture address={address} name={facts.name} note={t.videoNeeded} />
    );
  if (options.mode === 'split')
    return mayBeAnimated(facts) ? (
      <Film {...props} />
    ) : (
      <Picture address={address} name={facts.name} note={t.notShown} />
    );
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]">
      <div className="relative min-h-0">
        <Screen files={files} at={at} settings={options} label={t.animationOf} note={t.notShown} />
        {files.length > 1 && (
          <IconButton
            className="absolute end-3 bottom-3 bg-raised shadow-sm"
            label={isPlaying ? t.pause : t.play}
            icon={isPlaying ? <Pause className="size-5" /> : <Play className="size-5" />}
            onClick={() => setIsPlaying(!isPlaying)}
          />
        )}
      </div>
      <div className="border-t border-line bg-paper px-2 py-1">
        <SortableStrip
          label={t.frames}
          selectedId={files[at]?.id}
          isMoving={isPlaying}
          onSelect={id => {
            setIsPlaying(false);
            show(files.findIndex(file => file.id === id));
          }}
          onReorder={reorder}
          describe={(name, position, count) => fill(t.frameAt, { name, position, count })}
          items={files.map(file => ({
            id: file.id,
            name: file.facts.name,
            picture: file.address && (
              <img src={file.address} alt="" draggable={false} loading="lazy" className="size-full object-cover" />
            ),
            below: options.format !== 'mp4' && (
              <DelayField
                label={fill(t.delayOf, { name: file.facts.name })}
                value={options.delays[file.id]}
                placeholder={options.delayMs === undefined ? '—' : String(options.delayMs)}
                onChange={ms => change({ delays: setDelay(options.delays, file.id, ms) })}
              />
            ),
          }))}
        />
      </div>
    </div>
  );
}

function setDelay(delays: GifSettings['delays'], id: string, ms: number | undefined): GifSettings['delays'] {
  const others = Object.entries(delays).filter(([key]) => key !== id);
  return Object.fromEntries(ms === undefined ? others : [...others, [id, ms]]);
}

interface DelayFieldProps {
  label: string;
  value: number | undefined;
  placeholder: string;
  onChange: (ms: number | undefined) => void;
}

function DelayField({ label, value, placeholder, onChange }: DelayFieldProps) {
  const input = useNumberDraft({ value, onChange, min: minDelayMs, max: maxDelayMs });
  return (
    <input
      {...input}
      aria-label={label}
      title={label}
      placeholder={placeholder}
      className="min-h-7 w-full rounded-lg border border-line bg-paper text-center text-xs tabular-nums placeholder:text-soft"
    />
  );
}

interface ScreenProps {
  files: readonly StageFile[];
  at: number;
  settings: GifSettings;
  label: string;
  note: string;
}

/** Shows one picture; the next one is loaded in advance to avoid flicker. */
function Screen({ files, at, settings, label, note }: ScreenProps) {
  const first = files[0]?.facts;
  const width = settings.width ?? first?.width ?? 4;
  const height = settings.height ?? first?.height ?? 3;
  const isFixed = settings.width !== undefined && settings.height !== undefined;
  const ratio = isFixed ? width / height : (first?.width ?? 4) / (first?.height ?? 3);
  const shown = [files[at], files[(at + 1) % files.length]].filter((file, index, all) => all.indexOf(file) === index);
  return (
    <div
      role="img"
      aria-label={label}
      className="grid size-full place-content-center overflow-hidden bg-sunken p-3 [container-type:size]"
    >
      <div
        className="relative overflow-hidden rounded-lg shadow-sm"
        style={{
          aspectRatio: ratio,
          width: `min(100cqw, calc(100cqh * ${ratio}))`,
          background:
            settings.background === 'transparent'
              ? 'repeating-conic-gradient(#8883 0 25%, #0000 0 50%) 0 / 16px 16px'
              : settings.background,
        }}
      >
        {shown.map(
          file =>
            file && (
              <div key={file.id} className={file === files[at] ? 'absolute inset-0' : 'invisible absolute inset-0'}>
                {file.address ? (
                  <img src={file.address} alt="" className="size-full" style={{ objectFit: settings.fit }} />
                ) : (
                  <p className="grid size-full place-content-center p-4 text-center text-sm text-soft">{note}</p>
                )}
              </div>
            ),
        )}
      </div>
    </div>
  );
}

function Picture({ address, name, note }: { address: string | undefined; name: string; note: string }) {
  return (
    <div className="grid size-full place-content-center overflow-hidden bg-sunken p-4 [container-type:size]">
      {address ? (
        <img src={address} alt={name} className="max-h-[100cqh] max-w-[100cqw] rounded-lg object-contain" />
      ) : (
        <p className="text-sm text-soft">{note}</p>
      )}
    </div>
  );
}
