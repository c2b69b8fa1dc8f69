// Spoils pictures as people's are spoilt, each with its truth: the picture as it should be, and what was done to it. Seeded, so that every run
// spoils alike.

import { mulberry32 } from 'contract/random.ts';
import type { Pixels } from '../../engines/pixels/plane.ts';
import { type Kind, putMark } from '../drawn-marks.ts';
import { laySubtitles, putDouyinMark } from './lay-marks.ts';
import { passMessenger, passPhone, passScreens } from './recompress.ts';
import { scanPage } from './scan.ts';
import { defocus, shakeCamera } from './soften.ts';
import type { Spoilt } from './spoilt.ts';

type Spoil = (clean: Pixels, seed: number) => Promise<Spoilt>;

const white = '#ffffff';
const logo = { mark: 'logo', color: white, degrees: 0, size: 0.1 } as const;
const kinds = {
  tvLogo: { ...logo, name: 'TV logo, half transparent', opacity: 0.5, at: [0.1, 0.1] },
  tvBadge: { ...logo, name: 'TV logo, opaque', mark: 'coloured', opacity: 1, at: [0.9, 0.1] },
  tiles: {
    ...logo,
    name: 'stock tiles',
    mark: { text: '图库 STOCK' },
    opacity: 0.3,
    degrees: -30,
    size: 0.2,
    gap: 0.1,
  },
  stamp: {
    ...logo,
    name: 'date stamp',
    mark: { text: '2023 10 02 15:47' },
    color: '#ff8a1e',
    opacity: 0.95,
    size: 0.22,
    at: [0.84, 0.94],
  },
} as const satisfies Readonly<Record<string, Kind>>;

/** No two people's marks have the same size, place and strength. */
function vary(kind: Kind, random: () => number): Kind {
  const around = (value: number, part: number) => value * (1 + part * (2 * random() - 1));
  const [x, y] = kind.at ?? [0.3, 0.3];
  const varied = { ...kind, size: around(kind.size, 0.2), opacity: Math.min(1, around(kind.opacity, 0.15)) };
  return { ...varied, at: [x + 0.02 * (random() - 0.5), y + 0.02 * (random() - 0.5)] };
}

const withMark =
  (kind: Kind): Spoil =>
  async (clean, seed) => {
    const { pixels, truth } = await putMark(clean, vary(kind, mulberry32(seed)), seed);
    return { pixels, clean, mask: truth };
  };

/** By the name that a table of figures shows. */
export const degradations = {
  'phone JPEG': (clean, seed) => passPhone(clean, mulberry32(seed)),
  'messenger, twice': (clean, seed) => passMessenger(clean, mulberry32(seed)),
  'screenshot of a screenshot': (clean, seed) => passScreens(clean, mulberry32(seed)),
  'camera shake': (clean, seed) => shakeCamera(clean, mulberry32(seed)),
  defocus: (clean, seed) => defocus(clean, mulberry32(seed)),
  scan: (clean, seed) => scanPage(clean, mulberry32(seed)),
  'TV logo, half transparent': withMark(kinds.tvLogo),
  'TV logo, opaque': withMark(kinds.tvBadge),
  'mark of a clip platform': (clean, seed) => putDouyinMark(clean, mulberry32(seed)),
  'stock tiles': withMark(kinds.tiles),
  'date stamp': withMark(kinds.stamp),
  subtitles: (clean, seed) => laySubtitles(clean, mulberry32(seed)),
} as const satisfies Readonly<Record<string, Spoil>>;

export type Degradation = keyof typeof degradations;
