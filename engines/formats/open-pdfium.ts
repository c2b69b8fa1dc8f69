// PDFium with a font of ours for Chinese and Japanese text whose font a PDF names but does not contain. PDFium itself has none, and draws such text
// as blank space.
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { PDFiumLibrary, PDFiumModule } from '@hyzyla/pdfium';

const fontFolder = '/tmp';
const fontFile = 'fallback.ttf';

/** Bits of `ulCodePageRange1`, by which PDFium chooses a font for the character set of a text. Source: OpenType, OS/2 table. */
const traditionalChinese = 20;
const codePagesAt = 78;

/** The font has most characters of Big5, but does not declare that code page. */
function declareTraditional(font: Buffer): void {
  const tables = font.readUInt16BE(4);
  for (let i = 0; i < tables; i++) {
    const entry = 12 + 16 * i;
    if (font.toString('latin1', entry, entry + 4) !== 'OS/2') continue;
    const at = font.readUInt32BE(entry + 8) + codePagesAt;
    font.writeUInt32BE((font.readUInt32BE(at) | (1 << traditionalChinese)) >>> 0, at);
  }
}

async function readFont(): Promise<Buffer> {
  const description = findPackageJSON('@expo-google-fonts/noto-sans-sc', import.meta.url);
  if (!description) throw new Error('@expo-google-fonts/noto-sans-sc is not installed');
  const font = await readFile(join(description, '../400Regular/NotoSansSC_400Regular.ttf'));
  declareTraditional(font);
  return font;
}

type Call = (...numbers: number[]) => number;

/** What the module's own calls are made of: the memory, and the file system behind it, which holds nothing but what is written here. */
interface Machine {
  readonly memory: WebAssembly.Memory;
  readonly malloc: Call;
  readonly free: Call;
  readonly openat: Call;
  readonly write: Call;
  readonly close: Call;
}

const here = -100;
const createAndWrite = 0o101;
const mode = 0o666;

function put(machine: Machine, bytes: Uint8Array): number {
  const at = machine.malloc(bytes.length);
  if (at === 0) throw new Error('The font does not fit into memory');
  new Uint8Array(machine.memory.buffer).set(bytes, at);
  return at;
}

const putText = (machine: Machine, text: string) => put(machine, Buffer.from(`${text}\0`));
/** 32-bit numbers, as C lays out pointers, structs and variable arguments. */
const putNumbers = (machine: Machine, numbers: readonly number[]) =>
  put(machine, new Uint8Array(Uint32Array.from(numbers).buffer));

function writeFont(machine: Machine, font: Buffer): void {
  const path = putText(machine, `${fontFolder}/${fontFile}`);
  const file = machine.openat(here, path, createAndWrite, putNumbers(machine, [mode]));
  const bytes = put(machine, font);
  const written = putNumbers(machine, [0]);
  const status = machine.write(file, putNumbers(machine, [bytes, font.length]), 1, written);
  machine.close(file);
  machine.free(bytes);
  if (file < 0 || status !== 0) throw new Error(`The font could not be written: ${file} ${status}`);
}

/** `FPDF_LIBRARY_CONFIG`: version 2, and the folders to look for fonts in, a list that ends with null. */
const putConfig = (machine: Machine): number =>
  putNumbers(machine, [2, putNumbers(machine, [putText(machine, fontFolder), 0]), 0, 0, 0, 0]);

/** Starts PDFium from its WebAssembly module. */
export async function openPdfium(wasmBinary: ArrayBuffer): Promise<PDFiumLibrary> {
  const font = await readFont();
  return PDFiumLibrary.initBase({
    wasmBinary,
    vendor: async options => {
      let machine: Machine | undefined;
      const module = await PDFiumModule({
        ...options,
        instantiateWasm(imports, done) {
          const compiled = new WebAssembly.Module(new Uint8Array(wasmBinary));
          const instance = new WebAssembly.Instance(compiled, imports);
          const { memory, malloc, free } = instance.exports;
          const { env, wasi_snapshot_preview1: wasi } = imports as Record<string, Record<string, unknown>>;
          const calls = { openat: env?.__syscall_openat, write: wasi?.fd_write, close: wasi?.fd_close };
          machine = { memory, malloc, free, ...calls } as Machine;
          (done as (instance: WebAssembly.Instance, module: WebAssembly.Module) => void)(instance, compiled);
          return {};
        },
      });
      if (!machine) throw new Error('PDFium was not started');
      writeFont(machine, font);
      const config = putConfig(machine);
      const init = module._FPDF_InitLibraryWithConfig as unknown as (config: number) => void;
      return Object.assign(Object.create(module), { _FPDF_InitLibraryWithConfig: () => init(config) });
    },
  });
}
