// The platform sizes grouped for the picker, and the chosen frames with their names.
import type { Language } from 'contract/words.ts';
import type { PickerGroup } from 'ui/pick/picker-entries.ts';
import type { ThumbnailOptions } from './contract.ts';
import { type PlatformGroup, type PlatformSize, platformSizes } from './platforms.ts';
import { words } from './words.ts';

const groupWords = {
  video: 'groupVideo',
  china: 'groupChina',
  shop: 'groupShop',
  world: 'groupWorld',
  icon: 'groupIcon',
} as const satisfies Record<PlatformGroup, string>;

/** Platforms that speakers of the language commonly use come first. */
const orders: Readonly<Record<Language, readonly PlatformGroup[]>> = {
  zh: ['china', 'video', 'shop', 'world', 'icon'],
  en: ['world', 'video', 'shop', 'icon', 'china'],
};

/** The initially selected sizes. */
export const startSizes: Readonly<Record<Language, readonly string[]>> = {
  zh: ['xiaohongshu-3-4', 'wechat-article-cover', 'bilibili-cover'],
  en: ['instagram-portrait', 'open-graph', 'youtube-thumbnail'],
};

const nameOf = ({ platform, name }: PlatformSize, language: Language) => `${platform[language]} · ${name[language]}`;

export function listGroups(language: Language): PickerGroup[] {
  return orders[language].map(group => ({
    name: words[language][groupWords[group]],
    entries: platformSizes
      .filter(size => size.group === group)
      .map(size => ({
        id: size.id,
        label: nameOf(size, language),
        note: `${size.width} × ${size.height} px`,
        aspect: size.width / size.height,
        keywords: `${nameOf(size, 'zh')} ${nameOf(size, 'en')}`.toLowerCase(),
      })),
  }));
}

export interface LabelledFrame {
  readonly key: string;
  readonly label: string;
  readonly width: number;
  readonly height: number;
}

export function labelFrames({ sizes, custom }: ThumbnailOptions, language: Language): LabelledFrame[] {
  const known = platformSizes
    .filter(size => sizes.includes(size.id))
    .map(size => ({ key: size.id, label: nameOf(size, language), width: size.width, height: size.height }));
  const own = custom.map(({ width, height }) => ({
    key: `${width}x${height}`,
    label: words[language].own,
    width,
    height,
  }));
  return [...known, ...own];
}
