// A thumbnail with a filter applied, rendered by the same code as the full picture.
import type { LookId } from 'contract/looks.ts';
import { applyLook } from 'engines/pixels/looks/apply-look.ts';
import { useEffect, useRef } from 'react';

interface LookThumbnailProps {
  /** null: the unfiltered picture. */
  look: LookId | null;
  /** Absent until the picture has loaded. */
  pixels: ImageData | undefined;
}

export function LookThumbnail({ look, pixels }: LookThumbnailProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvasRef.current?.getContext('2d');
    if (!context || !pixels) return;
    const { width, height } = pixels;
    const copy = new ImageData(new Uint8ClampedArray(pixels.data), width, height);
    if (look) applyLook({ data: new Uint8Array(copy.data.buffer), channels: 4, width, height }, look, 100);
    context.putImageData(copy, 0, 0);
  }, [look, pixels]);
  return (
    <canvas
      ref={canvasRef}
      width={pixels?.width ?? 1}
      height={pixels?.height ?? 1}
      aria-hidden
      className="aspect-square w-full rounded-xl bg-sunken"
    />
  );
}
