// Photos to try a tool with.
import { useState } from 'react';
import { useWords } from 'ui/language.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { showToast } from '../notices.ts';
import { workWords } from '../words/work.ts';
import markedUrl from './samples/cameras-watermark.jpg';
import markedThumbnail from './samples/cameras-watermark-thumbnail.webp';
import portraitUrl from './samples/portrait.jpg';
import portraitThumbnail from './samples/portrait-thumbnail.webp';
import productUrl from './samples/strawberries.jpg';
import productThumbnail from './samples/strawberries-thumbnail.webp';

// Photos from fixtures/photos, one of them with an added watermark.
const samples = [
  { name: 'portrait.jpg', url: portraitUrl, thumbnail: portraitThumbnail, label: 'samplePortrait' },
  { name: 'strawberries.jpg', url: productUrl, thumbnail: productThumbnail, label: 'samplePhoto' },
  { name: 'cameras.jpg', url: markedUrl, thumbnail: markedThumbnail, label: 'sampleMarked' },
] as const;

interface SamplesProps {
  /** The tool joins its files: one press adds all samples, because a single one is not enough. */
  areJoined: boolean;
  onFiles: (files: File[]) => void;
}

async function load(name: string, url: string): Promise<File> {
  const response = await fetch(url);
  if (!response.ok) throw new TypeError(`sample answered ${response.status}`);
  return new File([await response.blob()], name);
}

export function Samples({ areJoined, onFiles }: SamplesProps) {
  const t = useWords(workWords);
  const [loading, setLoading] = useState<string>();

  async function take(pressed: (typeof samples)[number]) {
    setLoading(pressed.name);
    try {
      const wanted = areJoined ? samples : [pressed];
      onFiles(await Promise.all(wanted.map(({ name, url }) => load(name, url))));
    } catch (error) {
      // fetch throws a TypeError without a network.
      if (!(error instanceof TypeError)) throw error;
      showToast(t.sampleFailed, 'error');
    } finally {
      setLoading(undefined);
    }
  }

  return (
    <div className="grid justify-items-center gap-3">
      <p className="text-sm text-soft">{areJoined ? t.samplesTitleJoined : t.samplesTitle}</p>
      <div className="flex gap-3">
        {samples.map(sample => (
          <button
            key={sample.name}
            type="button"
            aria-label={t[sample.label]}
            title={t[sample.label]}
            onClick={() => void take(sample)}
            className="relative h-20 w-28 max-sm:w-24 overflow-hidden rounded-2xl border border-line transition hover:border-accent hover:shadow-card"
          >
            <img
              src={sample.thumbnail}
              alt=""
              loading="lazy"
              width={112}
              height={80}
              className="size-full object-cover"
            />
            {loading !== undefined && (areJoined || loading === sample.name) && (
              <span className="absolute inset-0 grid place-items-center bg-black/40 text-white">
                <Spinner />
              </span>
            )}
          </button>
        ))}
      </div>
    </div>
  );
}
