// Pictures of our own to try a tool with.
import { useState } from 'react';
import { useWords } from 'ui/language.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { showToast } from '../../notices.ts';
import { takeFilesSoon } from './intake-soon.ts';
import photoUrl from './samples/mountains.jpg';
import photoThumbnail from './samples/mountains-thumbnail.webp';
import stickerUrl from './samples/sticker.png';
import stickerThumbnail from './samples/sticker-thumbnail.webp';
import { workWords } from './words.ts';

const samples = [
  { name: 'mountains.jpg', url: photoUrl, thumbnail: photoThumbnail, label: 'samplePhoto', fit: 'object-cover' },
  {
    name: 'sticker.png',
    url: stickerUrl,
    thumbnail: stickerThumbnail,
    label: 'sampleSticker',
    fit: 'object-contain p-1',
  },
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
        {samples.map(({ name, url, thumbnail, label, fit }) => (
          <button
            key={name}
            type="button"
            aria-label={t[label]}
            title={t[label]}
            onClick={() => void take(name, url)}
            className="checkerboard relative h-20 w-28 overflow-hidden rounded-2xl border border-line transition hover:border-accent hover:shadow-card"
          >
            <img src={thumbnail} alt="" loading="lazy" width={112} height={80} className={`size-full ${fit}`} />
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
