// Presets for common purposes.
import type { ConvertOptions } from './contract.ts';
import type { words } from './words.ts';

type Word = keyof (typeof words)['zh'];

interface Preset {
  readonly label: Word;
  readonly about: Word;
  readonly options: Partial<ConvertOptions>;
}

const anySize = { width: undefined, height: undefined, targetKb: undefined, fit: 'inside', enlarge: false } as const;

export const presets: readonly Preset[] = [
  { label: 'presetWeb', about: 'presetWebAbout', options: { ...anySize, format: 'webp', quality: 80, width: 1920 } },
  {
    label: 'presetShare',
    about: 'presetShareAbout',
    options: { ...anySize, format: 'jpg', quality: 85, width: 2048, height: 2048 },
  },
  { label: 'presetSmall', about: 'presetSmallAbout', options: { ...anySize, format: 'avif', quality: 50 } },
  { label: 'presetLossless', about: 'presetLosslessAbout', options: { ...anySize, format: 'png' } },
];

export const isPresetOn = (preset: Preset, options: ConvertOptions): boolean =>
  Object.entries(preset.options).every(([name, value]) => options[name as keyof ConvertOptions] === value);
