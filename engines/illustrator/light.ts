// The light of a picture: its sky, and the effect of time, weather, season and mood on every colour.
import type { Random } from 'contract/random.ts';
import { lighten, mix } from './colours.ts';
import { pick } from './random.ts';
import type { Season, Wish } from './wish.ts';

export interface Light {
  /** From top to horizon. */
  readonly sky: readonly string[];
  readonly isDark: boolean;
  readonly season: Season;
  /** Tints a colour of the scenery. */
  readonly shade: (hex: string) => string;
  /** Tints a colour of a thing, less strongly, so that it keeps the colour it was named with. */
  readonly shadeThing: (hex: string) => string;
  /** Adds aerial perspective at a distance. */
  readonly haze: (hex: string, distance: number) => string;
  readonly grass: string;
  readonly leaves: readonly string[];
}

const skies: Readonly<Record<string, readonly (readonly string[])[]>> = {
  dawn: [
    ['#8fb6e8', '#f7c9c0', '#ffe6c2'],
    ['#a3a8e0', '#f5b8b0', '#ffdcae'],
  ],
  day: [
    ['#5fb4ee', '#a9dbf7', '#e3f4fb'],
    ['#6ec3e8', '#b9e4f0', '#f0f7ea'],
    ['#4da3e6', '#9cd2f5', '#dff0f7'],
  ],
  sunset: [
    ['#5b4a8f', '#e8736b', '#ffc46b'],
    ['#3f5b94', '#f08a5d', '#ffd98a'],
    ['#7a4f8f', '#f2708a', '#ffb36b'],
  ],
  night: [
    ['#0c1445', '#1d2b69', '#3a4a8c'],
    ['#0a1030', '#1a2a5e', '#39588f'],
    ['#141038', '#2a2560', '#51488c'],
  ],
  grey: [['#8d9bab', '#b3bec9', '#d5dbe0']],
  storm: [['#3d4659', '#5b6678', '#8a93a1']],
};

const grasses: Readonly<Record<Season, string>> = {
  spring: '#8fce6a',
  summer: '#6dbb52',
  autumn: '#c9a94e',
  winter: '#eef4f8',
};

const leafColours: Readonly<Record<Season, readonly string[]>> = {
  spring: ['#7cc45a', '#9ad46e', '#f4b6cd'],
  summer: ['#3f9142', '#57a84b', '#2f7d3e'],
  autumn: ['#e08a2e', '#c9532b', '#e5b23a'],
  winter: ['#cfe0e8', '#b9d0dc', '#dfecf2'],
};

const moodTints: Readonly<Record<string, readonly [string, number]>> = {
  warm: ['#ffb35c', 0.12],
  cool: ['#7fc4e8', 0.14],
  dreamy: ['#f3a6e0', 0.16],
  dark: ['#1d1a33', 0.3],
  festive: ['#ff7a4d', 0.1],
  quiet: ['#9fb4c4', 0.16],
};

export function makeLight({ time = 'day', weather, season, mood }: Wish, random: Random, isWintry: boolean): Light {
  const isGrey = weather === 'rain' || weather === 'fog' || weather === 'cloudy' || weather === 'snow';
  const kind = weather === 'storm' ? 'storm' : isGrey && time === 'day' ? 'grey' : time;
  const isDark = time === 'night' || weather === 'storm' || mood === 'dark';
  const [tint, strength] = {
    dawn: ['#ffc9a3', 0.14] as const,
    day: ['#ffffff', 0] as const,
    sunset: ['#e0643f', 0.2] as const,
    night: ['#101a4a', 0.52] as const,
  }[time];
  const [moodTint, moodStrength] = moodTints[mood ?? ''] ?? ['#ffffff', 0];
  const weatherTint = weather === 'storm' ? 0.35 : isGrey ? 0.18 : 0;
  const tinted = (hex: string, share: number) =>
    mix(mix(mix(hex, tint, strength * share), '#7d8794', weatherTint * share), moodTint, moodStrength * share);
  const sky = pick(random, skies[kind] ?? skies.day!).map(hex =>
    mix(kind === time || time !== 'night' ? hex : mix(hex, '#0a1030', 0.6), moodTint, moodStrength),
  );
  const shownSeason = season ?? (isWintry ? 'winter' : 'summer');
  const shade = (hex: string) => tinted(hex, 1);
  return {
    sky,
    isDark,
    season: shownSeason,
    shade,
    shadeThing: hex => tinted(hex, time === 'night' ? 0.3 : 0.35),
    haze: (hex, distance) => mix(shade(hex), sky.at(-1)!, distance * (weather === 'fog' ? 0.85 : 0.6)),
    grass: shade(grasses[shownSeason]),
    leaves: leafColours[shownSeason].map(shade),
  };
}

export const darker = (hex: string, by: number): string => lighten(hex, -by);
