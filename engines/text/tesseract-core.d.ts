// The part of tesseract.js-core that is used; the package ships no types. Source: the interface description in its repository.
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  export interface Api {
    Init(folder: string, language: string, engine: number): number;
    SetVariable(name: string, value: string): boolean;
    SetPageSegMode(mode: number): void;
    SetImageFile(orientation: number, angle: number, isEnlarged: boolean): number;
    Recognize(monitor: null): number;
    GetTSVText(page: number): string;
    GetHOCRText(page: number): string;
    GetUTF8Text(): string;
  }
  interface Core {
    readonly FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void };
    readonly TessBaseAPI: new () => Api;
  }
  export default function makeCore(settings: { print: () => void; printErr: () => void }): Promise<Core>;
}
