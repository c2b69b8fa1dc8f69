// The filters as thumbnails of the layer, rendered by the same code as the layer itself.
import type { PictureLayer } from 'contract/artwork/artwork.ts';
import { lookIds, lookNames } from 'contract/looks.ts';
import { useMemo } from 'react';
import { LookThumbnail } from 'ui/artwork/look-thumbnail.tsx';
import { joinClasses } from 'ui/classes.ts';
import { Slider } from 'ui/fields/slider.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { shelf } from '../state.ts';
import { editorWords } from '../words.ts';

const side = 72;

interface LookGridProps {
  layer: PictureLayer;
  onChange: (look: PictureLayer['look']) => void;
}

export function LookGrid({ layer, onChange }: LookGridProps) {
  const t = useWords(editorWords);
  const language = useLanguage();
  const { pictureId, look } = layer;
  const small = useMemo(() => {
    const source = shelf.get(pictureId)?.levels.at(-1);
    const context = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
    if (!source || !context) return undefined;
    const short = Math.min(source.width, source.height);
    context.drawImage(source, (source.width - short) / 2, (source.height - short) / 2, short, short, 0, 0, side, side);
    return context.getImageData(0, 0, side, side);
  }, [pictureId]);
  return (
    <>
      {look && (
        <Slider
          label={t.strength}
          value={look.strength}
          min={0}
          max={100}
          onChange={strength => onChange({ ...look, strength })}
        />
      )}
      <div role="radiogroup" aria-label={t.filters} className="-mx-1 grid grid-cols-3 gap-1">
        {[null, ...lookIds].map(id => (
          <label
            key={id ?? 'none'}
            className={joinClasses(
              'grid content-start gap-1 rounded-2xl p-1.5 text-center text-xs transition has-focus-visible:outline-3 has-focus-visible:outline-accent-ink',
              id === (look?.id ?? null)
                ? 'bg-accent-soft font-bold text-accent-ink ring-2 ring-accent ring-inset'
                : 'hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name="editor-look"
              className="sr-only"
              checked={id === (look?.id ?? null)}
              onChange={() => onChange(id && { id, strength: look?.strength ?? 80 })}
            />
            <LookThumbnail look={id} pixels={small} />
            <span className="leading-4 text-balance">{id ? lookNames[id][language] : t.none}</span>
          </label>
        ))}
      </div>
    </>
  );
}
