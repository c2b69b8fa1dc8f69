// The part of libheif-js used here; the package has no types for its bundle.
declare module 'libheif-js/libheif-wasm/libheif-bundle.js' {
  export interface HeifPicture {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    display(
      target: { data: Uint8ClampedArray; width: number; height: number },
      done: (filled: { data: Uint8ClampedArray } | null) => void,
    ): void;
    free(): void;
  }
  interface HeifModule {
    readonly ready: Promise<unknown>;
    readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifPicture[] };
  }
  /** Compiles the module again: an instance with its own memory. */
  export default function createHeif(): HeifModule;
}
