// The remedy for what MP4, MOV and WebM have no room for: MKV holds it.
import type { ClipFormat } from 'contract/clip/formats.ts';
import { defineWords, type Language } from 'contract/words.ts';
import type { OwnWarnings } from '../tool-screen.ts';

const words = defineWords({
  zh: { keeps: '想保留，请选择 MKV' },
  en: { keeps: 'Choose MKV to keep it' },
});

const smaller: readonly ClipFormat[] = ['mp4', 'mov', 'webm'];

export function suggestMkv(format: ClipFormat, language: Language): OwnWarnings {
  if (!smaller.includes(format)) return {};
  const remedy = words[language].keeps;
  return {
    'subtitles-left-out': { remedy },
    'picture-subtitles-left-out': { remedy },
    'subtitle-styles-lost': { remedy },
    'cover-left-out': { remedy },
  };
}
