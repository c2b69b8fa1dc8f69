// Advice when a result is too large, and the sentences of warnings.
import { fill, type Language } from 'contract/words.ts';
import type { Advice, FileFacts } from 'ui/tool-screen.ts';
import { formatNames, isLossy } from './choose-format.ts';
import type { ConvertOptions } from './contract.ts';
import { words } from './words.ts';

const lowerQuality = 60;

/** Ways to a smaller file, the most effective first. */
export function adviseSmaller(options: ConvertOptions, facts: FileFacts, language: Language): Advice<ConvertOptions>[] {
  const t = words[language];
  const advice: Advice<ConvertOptions>[] = [];
  if (!isLossy(options.format)) {
    const format = options.format === 'pdf' || facts.isAnimated ? 'webp' : 'avif';
    for (const other of new Set(['webp', format] as const)) {
      advice.push({
        label: fill(t.adviseFormat, { format: formatNames[other] }),
        patch: { format: other, quality: 80 },
      });
    }
    return advice;
  }
  if (options.quality > lowerQuality) {
    advice.push({ label: fill(t.adviseQuality, { quality: lowerQuality }), patch: { quality: lowerQuality } });
  }
  if (facts.bytes && facts.bytes > 4096) {
    advice.push({ label: t.adviseFitSize, patch: { targetKb: Math.floor((facts.bytes * 0.9) / 1024) } });
  }
  if (options.format === 'jpg') {
    advice.push({ label: fill(t.adviseFormat, { format: formatNames.webp }), patch: { format: 'webp' } });
  }
  return advice;
}

export function warningSentence(warning: string, language: Language): string | undefined {
  const t = words[language];
  const sentences: Record<string, string> = {
    'first-frame-only': t.firstFrameOnly,
    'pages-left-out': t.pagesLeftOut,
    'transparency-flattened': t.transparencyFlattened,
    'metadata-dropped': t.metadataDropped,
    'dimensions-reduced': t.sizeReduced,
  };
  return sentences[warning];
}
