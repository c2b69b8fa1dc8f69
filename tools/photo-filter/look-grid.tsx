// Thumbnails of all filters: the user's own picture, filtered by the code that makes the result.
import { type LookId, lookIds, lookNames } from 'contract/looks.ts';
import type { Language } from 'contract/words.ts';
import { applyLook } from 'engines/pixels/looks/apply-look.ts';
import { useEffect, useRef, useState } from 'react';
import { Cover, CoverGrid, coverShape } from 'ui/pick/cover-grid.tsx';
import { readPicturePixels } from 'ui/picture/picture-pixels.ts';

const thumbnailPixels = 96 * 96;

interface LookGridProps {
  label: string;
  file: Blob | undefined;
  value: LookId;
  language: Language;
  onChange: (id: LookId) => void;
}

export function LookGrid({ label, file, value, language, onChange }: LookGridProps) {
  const small = useSmallPicture(file);
  const items = lookIds.map(id => ({
    id,
    name: lookNames[id][language],
    cover: <Thumbnail id={id} small={small} />,
  }));
  return <CoverGrid label={label} items={items} value={value} onChange={onChange} />;
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

/** Shows the built-in cover of the look if the browser cannot show the file. */
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
  return small ? (
    <canvas ref={canvasRef} width={small.width} height={small.height} aria-hidden className={coverShape} />
  ) : (
    <Cover tool="photo-filter" id={id} />
  );
}
