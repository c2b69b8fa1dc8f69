// Names of the engines that made a result, as `meta.engine` says them.
import { fill, type Language } from 'contract/words.ts';
import { workWords } from './words.ts';

const names: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  patches: { zh: '内置补全算法', en: 'the built-in filling' },
  unblend: { zh: '多图水印还原', en: 'undoing the shared mark' },
  isnet: { zh: 'ISNet 抠图网络', en: 'the ISNet cutout network' },
  esrgan: { zh: 'ESRGAN 放大网络', en: 'the ESRGAN network' },
  lanczos: { zh: '精确插值放大', en: 'exact interpolation' },
  vector: { zh: '矢量重新绘制', en: 'drawing it anew' },
  deconvolution: { zh: '反卷积去模糊', en: 'deconvolution' },
  'smart-crop': { zh: '人脸与主体识别', en: 'face and subject detection' },
  ppocr: { zh: 'PP-OCR 文字识别', en: 'the PP-OCR networks' },
};

const ownPrefix = 'operator:';

/** The name of an engine for a person; undefined when a result does not say one worth telling. */
export function engineName(engine: unknown, language: Language): string | undefined {
  if (typeof engine !== 'string') return undefined;
  if (engine.startsWith(ownPrefix))
    return fill(workWords[language].operatorEngine, { file: engine.slice(ownPrefix.length) });
  return names[engine]?.[language];
}
