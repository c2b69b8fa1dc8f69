// Advice when a result is too large, and its own words for warnings.
import { fill, type Language } from 'contract/words.ts';
import type { Advice, FileFacts, OwnWarnings, WarnedResult } from 'ui/tool-screen.ts';
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

export function ownWarnings({ language, meta }: WarnedResult<ConvertOptions>): OwnWarnings {
  const t = words[language];
  return {
    'first-frame-only':
      Number(meta?.frames) > 1 ? { sentence: t.firstFrameOnly, remedy: t.keepsFrames } : { remedy: t.keepsPages },
    'transparency-flattened': { sentence: t.transparencyFlattened },
    'depth-reduced': { remedy: t.keepsDepth },
    'profile-dropped': null,
    'not-enlarged': null,
  };
}
