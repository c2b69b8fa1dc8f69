// OpenCV as WebAssembly, for benches: fills holes by Telea's method (2004), as a comparison.
import type { Pixels } from '../engines/pixels/plane.ts';

interface Mat {
  readonly data: Uint8Array;
  delete(): void;
}

interface OpenCv {
  readonly Mat: new (rows?: number, columns?: number, type?: number) => Mat;
  readonly CV_8UC1: number;
  readonly CV_8UC3: number;
  readonly INPAINT_TELEA: number;
  inpaint(source: Mat, mask: Mat, target: Mat, radius: number, method: number): void;
}

let loaded: Promise<{ readonly cv: OpenCv }> | undefined;

async function load(): Promise<{ readonly cv: OpenCv }> {
  const cv = (await import('@techstark/opencv-js')).default as unknown as OpenCv & { onRuntimeInitialized: () => void };
  if (cv.Mat) return { cv };
  // Wrapped in an object: the module itself is a thenable that never resolves.
  return new Promise(resolve => {
    cv.onRuntimeInitialized = () => resolve({ cv });
  });
}

/** cv.inpaint with Telea's method. */
export async function fillByTelea(picture: Pixels, mask: Uint8Array, radius: number): Promise<Pixels> {
  loaded ??= load();
  const { cv } = await loaded;
  const { width, height } = picture;
  const source = new cv.Mat(height, width, cv.CV_8UC3);
  const holes = new cv.Mat(height, width, cv.CV_8UC1);
  const target = new cv.Mat();
  source.data.set(picture.data);
  holes.data.set(mask);
  cv.inpaint(source, holes, target, radius, cv.INPAINT_TELEA);
  const data = Uint8Array.from(target.data);
  for (const mat of [source, holes, target]) mat.delete();
  return { data, width, height };
}
