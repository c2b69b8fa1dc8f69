// A worker that renders scenes, so that the page stays responsive: first a coarse version, then the full one.
import { renderScene } from 'engines/pixels/scenes/render-scene.ts';

export interface SceneJob {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface SceneDone extends SceneJob {
  readonly isCoarse: boolean;
  readonly data: Uint8Array;
  readonly on: Uint8Array;
}

const coarseness = 4;

/** Renders the scene at a quarter of the size and upscales it; undefined where workers have no canvas. */
function renderCoarse({ id, width, height }: SceneJob): SceneDone | undefined {
  if (typeof OffscreenCanvas === 'undefined') return undefined;
  const small = renderScene(
    id,
    Math.max(2, Math.round(width / coarseness)),
    Math.max(2, Math.round(height / coarseness)),
  );
  const pixels = new ImageData(small.width, small.height);
  for (let i = 0; i < small.on.length; i++) {
    pixels.data.set(small.data.subarray(i * 3, i * 3 + 3), i * 4);
    pixels.data[i * 4 + 3] = 255;
  }
  const from = new OffscreenCanvas(small.width, small.height);
  from.getContext('2d')?.putImageData(pixels, 0, 0);
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.drawImage(from, 0, 0, width, height);
  const large = context.getImageData(0, 0, width, height).data;
  const data = new Uint8Array(width * height * 3);
  const on = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.min(small.height - 1, Math.floor((y * small.height) / height)) * small.width;
    for (let x = 0; x < width; x++, i++) {
      data.set(large.subarray(i * 4, i * 4 + 3), i * 3);
      on[i] = small.on[row + Math.min(small.width - 1, Math.floor((x * small.width) / width))]!;
    }
  }
  return { id, width, height, isCoarse: true, data, on };
}

globalThis.addEventListener('message', ({ data: job }: MessageEvent<SceneJob>) => {
  const post = (done: SceneDone) => globalThis.postMessage(done, { transfer: [done.data.buffer, done.on.buffer] });
  const coarse = renderCoarse(job);
  if (coarse) post(coarse);
  const { data, on } = renderScene(job.id, job.width, job.height);
  post({ ...job, isCoarse: false, data, on });
});
