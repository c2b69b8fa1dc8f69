// Wooden tables in front of a window, a kitchen, a bar and a garden.
import { foliage, lamps, room } from './backdrops.ts';
import { lamp, sun, tableView, usualRoom } from './lighting.ts';
import { wood } from './materials-soft.ts';
import type { DrawBackdrop, KeyLight, Scene, Stage } from './stage.ts';
import type { Material } from './surface.ts';

function table(ground: Material, draw: DrawBackdrop, light: KeyLight, more: Partial<Stage> = {}): Scene {
  return {
    stage: {
      view: tableView,
      light,
      ground,
      behind: { kind: 'far', edge: 1.1, blur: 0.14, draw },
      vignette: 0.16,
      ...more,
    },
    room: usualRoom,
  };
}

const morning = lamp({
  toward: [-0.8, 0.8, 0.3],
  key: '#fff1dc',
  power: 0.95,
  ambient: '#eef2fa',
  fill: 0.42,
  softness: 0.2,
});

export const woodScenes = {
  'oak-window': table(
    wood({ light: '#d9b384', dark: '#a87a4b', plank: 0.34, runs: 'across', gloss: 0.06, rings: 26 }),
    room({
      wall: '#efe9df',
      window: '#ffffff',
      shelf: '#c49a6c',
      plant: '#6f9160',
      windowAt: 0.26,
      power: 1.4,
      salt: 21,
    }),
    morning,
  ),
  'walnut-bar': table(
    wood({ light: '#7a4d30', dark: '#3a2115', plank: 0.42, runs: 'across', gloss: 0.12, rings: 22 }),
    lamps({
      top: '#0f0a08',
      bottom: '#3a2215',
      colours: ['#ffb765', '#ff9a4a', '#ffe0ae'],
      count: 60,
      radius: 0.1,
      salt: 31,
      power: 1.3,
    }),
    lamp({ toward: [0.6, 0.9, 0.2], key: '#ffd9a8', power: 0.95, ambient: '#c9a98c', fill: 0.36, softness: 0.25 }),
    { vignette: 0.3 },
  ),
  'pine-kitchen': table(
    wood({ light: '#ecd3a8', dark: '#cda26b', plank: 0.26, runs: 'deep', gloss: 0.05, rings: 20 }),
    room({
      wall: '#f3f0ea',
      window: '#f4faff',
      shelf: '#e0c39a',
      plant: '#86a86c',
      windowAt: 0.72,
      power: 1.35,
      salt: 17,
    }),
    lamp({ toward: [0.75, 0.85, 0.3], key: '#fffaf0', power: 0.85, fill: 0.46, softness: 0.24 }),
  ),
  'rustic-planks': table(
    wood({ light: '#9a8163', dark: '#4f3c2a', plank: 0.3, runs: 'deep', gloss: 0.02, rings: 18, age: 0.8 }),
    foliage({
      dark: '#2b2a1c',
      middle: '#6b5b34',
      bright: '#c99a4c',
      sun: '#ffdf9f',
      sunAt: 0.7,
      salt: 41,
      power: 0.9,
    }),
    lamp({ toward: [0.8, 0.75, 0.35], key: '#ffe3b3', power: 1.1, ambient: '#d8d4c8', fill: 0.34, softness: 0.15 }),
    { vignette: 0.24 },
  ),
  'garden-table': table(
    wood({ light: '#c9a77c', dark: '#8d6a45', plank: 0.22, runs: 'across', gloss: 0.04, rings: 18, age: 0.25 }),
    foliage({ dark: '#1f3d1c', middle: '#4f8a3a', bright: '#a9d66b', sun: '#f6ffd2', sunAt: 0.28, salt: 3 }),
    { ...sun, toward: [-0.7, 0.9, 0.35] },
  ),
} as const satisfies Record<string, Scene>;
