// The parts of the packages in bench/package.json that the benches use, so that `npm run check` can check the benches without installing
// the packages.

declare module 'lighthouse' {
  interface Result {
    readonly lhr: {
      readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
      readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
    };
  }
  export default function lighthouse(
    url: string,
    flags: Readonly<Record<string, unknown>>,
  ): Promise<Result | undefined>;
}

declare module 'tesseract.js' {
  interface Worker {
    recognize(image: Buffer): Promise<{ data: { text: string } }>;
    terminate(): Promise<unknown>;
  }
  export function createWorker(
    languages: readonly string[],
    engine: number,
    options: { langPath: string; cacheMethod: string; gzip: boolean },
  ): Promise<Worker>;
}

declare module '@techstark/opencv-js' {
  const cv: unknown;
  export default cv;
}
