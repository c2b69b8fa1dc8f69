// Every filter as a small picture: the person's own one, filtered by the code that will filter the result.
import { type LookId, lookIds, lookNames } from 'contract/looks.ts';
import type { Language } from 'contract/words.ts';
import { applyLook } from 'engines/pixels/looks/apply-look.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { joinClasses } from 'ui/classes.ts';
import { readPicturePixels } from 'ui/picture-pixels.ts';

const thumbnailPixels = 96 * 96;

interface LookGridProps {
  label: string;
  file: Blob | undefined;
  value: LookId;
  language: Language;
  onChange: (id: LookId) => void;
}

export function LookGrid({ label, file, value, language, onChange }: LookGridProps) {
  const name = useId();
  const small = useSmallPicture(file);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      {/* A strip on phones, so that the picture stays in sight. */}
      <div className="-mx-2 grid gap-1 px-2 max-lg:grid-flow-col max-lg:auto-cols-[5.5rem] max-lg:overflow-x-auto max-lg:pb-1 lg:grid-cols-3">
        {lookIds.map(id => (
          <label
            key={id}
            className={joinClasses(
              'relative grid cursor-pointer content-start gap-1 rounded-2xl p-1.5 text-center text-xs transition',
              'has-focus-visible:outline-3 has-focus-visible:outline-accent-ink',
              id === value
                ? 'bg-accent-soft font-bold text-accent-ink ring-2 ring-accent ring-inset'
                : 'font-medium hover:bg-sunken',
            )}
          >
            <input type="radio" name={name} className="sr-only" checked={id === value} onChange={() => onChange(id)} />
            <Thumbnail id={id} small={small} />
            <span className="leading-4 text-balance">{lookNames[id][language]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function useSmallPicture(file: Blob | undefined): ImageData | undefined {
  const [small, setSmall] = useState<{ file: Blob; pixels: ImageData | undefined } | undefined>();
  useEffect(() => {
    let isGone = false;
    if (file)
      void readPicturePixels(file, { maxPixels: thumbnailPixels, square: true }).then(pixels => {
        if (!isGone) setSmall({ file, pixels });
      });
    return () => {
      isGone = true;
    };
  }, [file]);
  return small?.file === file ? small?.pixels : undefined;
}

/** Files that browsers cannot show get the shipped cover of each look instead. */
function Thumbnail({ id, small }: { id: LookId; small: ImageData | undefined }) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvasRef.current?.getContext('2d');
    if (!context || !small) return;
    const pixels = new ImageData(new Uint8ClampedArray(small.data), small.width, small.height);
    const data = new Uint8Array(pixels.data.buffer);
    applyLook({ data, channels: 4, width: small.width, height: small.height }, id, 100);
    context.putImageData(pixels, 0, 0);
  }, [id, small]);
  const shape = 'aspect-square w-full rounded-xl bg-sunken object-cover';
  return small ? (
    <canvas ref={canvasRef} width={small.width} height={small.height} aria-hidden className={shape} />
  ) : (
    <img src={`/covers/photo-filter/${id}.webp`} alt="" loading="lazy" className={shape} />
  );
}
