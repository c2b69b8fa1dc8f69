// Photos to try a tool with.
import { useState } from 'react';
import { useWords } from 'ui/language.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { showToast } from '../../notices.ts';
import { takeFilesSoon } from './intake-soon.ts';
import markedUrl from './samples/cameras-watermark.jpg';
import markedThumbnail from './samples/cameras-watermark-thumbnail.webp';
import portraitUrl from './samples/portrait.jpg';
import portraitThumbnail from './samples/portrait-thumbnail.webp';
import productUrl from './samples/strawberries.jpg';
import productThumbnail from './samples/strawberries-thumbnail.webp';
import { workWords } from './words.ts';

// Photos that come with the startbootstrap packages (MIT), one of them with a watermark of ours.
const samples = [
  { name: 'portrait.jpg', url: portraitUrl, thumbnail: portraitThumbnail, label: 'samplePortrait' },
  { name: 'strawberries.jpg', url: productUrl, thumbnail: productThumbnail, label: 'samplePhoto' },
  { name: 'cameras.jpg', url: markedUrl, thumbnail: markedThumbnail, label: 'sampleMarked' },
] as const;

export function Samples({ tool }: { tool: string }) {
  const t = useWords(workWords);
  const [loading, setLoading] = useState<string>();

  async function take(name: string, url: string) {
    setLoading(name);
    try {
      const response = await fetch(url);
      if (!response.ok) throw new TypeError(`sample answered ${response.status}`);
      takeFilesSoon([new File([await response.blob()], name)], tool);
    } catch (error) {
      // What fetch throws without a network.
      if (!(error instanceof TypeError)) throw error;
      showToast(t.sampleFailed, 'error');
    } finally {
      setLoading(undefined);
    }
  }

  return (
    <div className="grid justify-items-center gap-3">
      <p className="text-sm text-soft">{t.samplesTitle}</p>
      <div className="flex gap-3">
        {samples.map(({ name, url, thumbnail, label }) => (
          <button
            key={name}
            type="button"
            aria-label={t[label]}
            title={t[label]}
            onClick={() => void take(name, url)}
            className="relative h-20 w-28 max-sm:w-24 overflow-hidden rounded-2xl border border-line transition hover:border-accent hover:shadow-card"
          >
            <img src={thumbnail} alt="" loading="lazy" width={112} height={80} className="size-full object-cover" />
            {loading === name && (
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
