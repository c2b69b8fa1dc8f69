// Colour palettes of designs. They are interchangeable: a test checks that ink is legible on every background tone and on `second`, that ground and
// paper are legible on `accent`, and that accent is visible on them.
import type { Sentence } from '../words.ts';
import type { Palette } from './artwork.ts';

interface NamedPalette {
  readonly name: Sentence;
  readonly colors: Palette;
}

const define = (zh: string, en: string, [ground, ink, accent, second, soft, paper]: readonly string[]) =>
  ({
    name: { zh, en },
    colors: {
      ground: ground!,
      ink: ink!,
      accent: accent!,
      second: second!,
      soft: soft!,
      paper: paper!,
    },
  }) satisfies NamedPalette;

export const palettes = {
  tomato: define('番茄', 'Tomato', ['#fbf3e7', '#2b1b17', '#c2341d', '#f6b545', '#f0dcc3', '#fffdf8']),
  forest: define('森林', 'Forest', ['#f3f5ec', '#16281d', '#1f6b45', '#e9c46a', '#d8e3cd', '#fffffd']),
  ocean: define('海洋', 'Ocean', ['#eef6fa', '#0b2540', '#0f62b0', '#ffc857', '#cfe4f0', '#fdfeff']),
  berry: define('莓果', 'Berry', ['#fdf0f3', '#3a0f24', '#b5164f', '#ffb3c1', '#f7d6de', '#fffafb']),
  citrus: define('柑橘', 'Citrus', ['#fff6d6', '#26200a', '#b23806', '#ffd23f', '#fbe6a2', '#fffdf4']),
  lilac: define('丁香', 'Lilac', ['#f5f1fd', '#231642', '#5b34c9', '#ffb86b', '#dfd4f7', '#fefdff']),
  clay: define('陶土', 'Clay', ['#f4ebe4', '#33211a', '#98401f', '#d9b08c', '#e6d3c4', '#fffaf5']),
  mint: define('薄荷', 'Mint', ['#eafaf4', '#0c2f28', '#0b6e5e', '#ffa69e', '#c5ecdf', '#fcfffe']),
  swiss: define('红黑', 'Swiss', ['#f2f1ed', '#141414', '#c40f1f', '#c9c7c0', '#dfddd6', '#fefefc']),
  night: define('夜空', 'Night', ['#10162f', '#f5f1e6', '#ffc145', '#33418a', '#232c55', '#182041']),
  neon: define('霓虹', 'Neon', ['#0e0b16', '#f7f5ff', '#4df0c0', '#6d28d9', '#261d3d', '#191427']),
  pine: define('松林', 'Pine', ['#0f2a22', '#f4efdf', '#f2b84b', '#1f5c47', '#1c4034', '#163529']),
  wine: define('酒红', 'Wine', ['#3a0d1c', '#fdeee3', '#ff9e6d', '#7d1d3f', '#571529', '#48111f']),
  vermilion: define('朱砂', 'Vermilion', ['#b3121d', '#fff3da', '#ffd76a', '#8c0b15', '#c1272c', '#9c0f19']),
  cobalt: define('钴蓝', 'Cobalt', ['#1235c9', '#fefefe', '#ffe14d', '#0b1f86', '#2446d8', '#0f2bab']),
  charcoal: define('炭黑', 'Charcoal', ['#1d1d1f', '#f5f5f0', '#ff8a5c', '#3a3a40', '#2a2a2e', '#252528']),
} as const satisfies Record<string, NamedPalette>;

export type PaletteId = keyof typeof palettes;
export const paletteIds = Object.keys(palettes) as [PaletteId, ...PaletteId[]];
