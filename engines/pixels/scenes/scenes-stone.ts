// Stone scenes: polished, cast and split stone.
import { foliage, lamps, room } from './backdrops.ts';
import { lamp, softbox, tableView, usualRoom } from './lighting.ts';
import { marble, plaster, slate, terrazzo } from './materials-stone.ts';
import type { DrawBackdrop, KeyLight, Scene, Stage } from './stage.ts';
import type { Material } from './surface.ts';

function table(ground: Material, draw: DrawBackdrop, light: KeyLight = softbox, more: Partial<Stage> = {}): Scene {
  return {
    stage: {
      view: tableView,
      light,
      ground,
      behind: { kind: 'far', edge: 1.25, blur: 0.16, draw },
      vignette: 0.14,
      ...more,
    },
    room: usualRoom,
  };
}

const whiteMarble = marble({
  ground: '#f4f3f1',
  cloud: '#cfd0d3',
  vein: '#7d8088',
  scale: 1.5,
  density: 0.42,
  gloss: 0.16,
});

export const stoneScenes = {
  'marble-white': table(
    whiteMarble,
    room({
      wall: '#e6e4e0',
      window: '#ffffff',
      shelf: '#cbbfae',
      plant: '#7f9a72',
      windowAt: 0.24,
      power: 1.25,
      salt: 4,
    }),
  ),
  'marble-black': table(
    marble({ ground: '#17181b', cloud: '#2c2e33', vein: '#cfc8bb', scale: 1.2, density: 0.3, gloss: 0.3 }),
    lamps({
      top: '#0a0b0e',
      bottom: '#2b2b30',
      colours: ['#ffcf8f', '#ffb765', '#fff0d6'],
      count: 26,
      radius: 0.12,
      salt: 5,
      power: 0.8,
    }),
    {
      ...lamp({ toward: [-0.6, 1, -0.2], power: 0.9, fill: 0.3, softness: 0.3 }),
      pool: { x: 0, y: 0, z: 0.2, radius: 1.2, outside: 0.35 },
    },
    { vignette: 0.3 },
  ),
  'marble-green': table(
    marble({ ground: '#1f4a3c', cloud: '#3d7560', vein: '#dfe7d8', scale: 1.6, density: 0.5, gloss: 0.22 }),
    foliage({
      dark: '#0b1f18',
      middle: '#1f5a41',
      bright: '#6fae7c',
      sun: '#e9f7d2',
      sunAt: 0.72,
      salt: 8,
      power: 0.75,
    }),
    lamp({ toward: [0.6, 1, -0.3], key: '#fff4e0', power: 0.95, fill: 0.4, softness: 0.28 }),
    { vignette: 0.24 },
  ),
  'marble-pink': table(
    marble({ ground: '#f0d2cb', cloud: '#dba79e', vein: '#a8655c', scale: 1.4, density: 0.44, gloss: 0.16 }),
    room({
      wall: '#f0d3cc',
      window: '#fff4ee',
      shelf: '#d9a79a',
      plant: '#9fae8c',
      windowAt: 0.7,
      power: 1.2,
      salt: 9,
    }),
  ),
  terrazzo: table(
    terrazzo({
      ground: '#eee9e1',
      chips: ['#c96f4a', '#3f5d5a', '#d9b071', '#2e3440', '#c9c2b8', '#8fa59a'],
      scale: 4.4,
      gloss: 0.1,
    }),
    room({
      wall: '#dcd3c8',
      window: '#fffaf0',
      shelf: '#b98f6a',
      plant: '#6d8c63',
      windowAt: 0.74,
      power: 1.2,
      salt: 14,
    }),
    lamp({ toward: [0.62, 1, -0.3], power: 0.74, fill: 0.42, softness: 0.26 }),
  ),
  concrete: {
    stage: {
      view: tableView,
      light: lamp({ toward: [-0.7, 0.85, -0.35], power: 0.8, fill: 0.34, softness: 0.14 }),
      ground: plaster({ colour: '#a9a8a5', other: '#8b8a88', relief: 0.8, pores: 0.5, gloss: 0.03 }),
      behind: {
        kind: 'wall',
        z: 1.15,
        material: plaster({ colour: '#b4b3b0', other: '#94938f', relief: 1.2, pores: 0.65 }),
      },
      vignette: 0.22,
    },
    room: usualRoom,
  },
  slate: table(
    slate({ dark: '#22262b', light: '#4d545c', relief: 1 }),
    lamps({
      top: '#0d1014',
      bottom: '#333c47',
      colours: ['#9fb6cf', '#dfe9f5', '#c9d6e6'],
      count: 22,
      radius: 0.14,
      salt: 11,
      power: 0.55,
    }),
    lamp({ toward: [-0.8, 0.8, 0.25], key: '#eef4ff', power: 1.1, fill: 0.34, softness: 0.16 }),
    { vignette: 0.3 },
  ),
} as const satisfies Record<string, Scene>;
