// Outdoor scenes: woods, gardens, sky, water, sand, snow and rock.
import { foliage, haze, sky } from './backdrops.ts';
import { lamp, podiumRoom, tableView, usualRoom } from './lighting.ts';
import { loose, moss, water, wood } from './materials-soft.ts';
import { plaster, slate } from './materials-stone.ts';
import type { DrawBackdrop, KeyLight, Scene, Solid, Stage } from './stage.ts';
import type { Material } from './surface.ts';
import { lightOf } from './tone.ts';

function outside(
  ground: Material,
  draw: DrawBackdrop,
  light: KeyLight,
  {
    edge = 2,
    blur = 0.5,
    isSky = false,
    solids,
    ...more
  }: Partial<Stage> & { edge?: number; blur?: number; isSky?: boolean } = {},
): Scene {
  return {
    stage: {
      view: tableView,
      light,
      ground,
      behind: { kind: 'far', edge, blur, draw, isSky },
      vignette: 0.14,
      ...(solids && { solids }),
      ...more,
    },
    ...(solids && { standsOn: 0 }),
    room: solids ? podiumRoom : usualRoom,
  };
}

const disc = (radius: number, top: number, material: Material, topMaterial = material): Solid => ({
  kind: 'cylinder',
  x: 0,
  z: 0,
  radius,
  bottom: -0.05,
  top,
  material,
  topMaterial,
});
const stump = wood({ light: '#c9a06c', dark: '#80562f', plank: 0, runs: 'across', gloss: 0.02, rings: 34, age: 0.5 });
const bark = plaster({ colour: '#4d3a2a', other: '#2f2319', relief: 4, pores: 0.4 });
const rock = slate({ dark: '#4a4743', light: '#8d877e', relief: 1.6 });
const chalkStone = plaster({ colour: '#e9eef3', other: '#d5dde6', relief: 0.5, pores: 0.1 });

export const natureScenes = {
  'moss-forest': outside(
    moss('#22380f', '#7da33a'),
    foliage({ dark: '#0e1f12', middle: '#2c5a2a', bright: '#86b84c', sun: '#f1ffc4', sunAt: 0.62, salt: 8 }),
    lamp({ toward: [0.5, 0.9, 0.45], key: '#fff3cc', power: 1.1, ambient: '#cfe0c8', fill: 0.4, softness: 0.2 }),
    { edge: 1, blur: 0.3, solids: [disc(0.37, 0.09, bark, stump)] },
  ),
  'spring-garden': outside(
    plaster({ colour: '#d8d4cb', other: '#bfbab0', relief: 1, pores: 0.5 }),
    foliage({ dark: '#5f8f4a', middle: '#a6cf78', bright: '#f7c6d6', sun: '#fffbe6', sunAt: 0.35, salt: 77 }),
    lamp({ toward: [-0.6, 0.9, 0.3], key: '#fffaf0', power: 0.95, ambient: '#eaf4e6', fill: 0.44, softness: 0.2 }),
    { edge: 1, blur: 0.2 },
  ),
  'autumn-leaves': outside(
    wood({ light: '#8a6a4a', dark: '#4a3322', plank: 0.3, runs: 'across', gloss: 0.02, rings: 20, age: 0.6 }),
    foliage({ dark: '#4a2410', middle: '#b5531a', bright: '#f2a33a', sun: '#ffe9b0', sunAt: 0.68, salt: 55 }),
    lamp({ toward: [0.75, 0.8, 0.35], key: '#ffe0ad', power: 1.1, ambient: '#e6d2bd', fill: 0.36, softness: 0.16 }),
    { edge: 1, blur: 0.2, vignette: 0.24 },
  ),
  clouds: outside(
    plaster({ colour: '#f3f7fb', other: '#dbe8f4', relief: 0.6, pores: 0 }),
    sky({ zenith: '#3f86d6', horizon: '#cfe6f8', cloud: '#ffffff', shadow: '#b4c6dc', cover: 0.42, salt: 3 }),
    lamp({ toward: [-0.55, 1, -0.35], key: '#fffdf6', power: 0.86, ambient: '#dfeaf8', fill: 0.44, softness: 0.12 }),
    {
      edge: 1.1,
      blur: 0.6,
      solids: [disc(0.36, 0.11, chalkStone)],
      haze: { colour: lightOf('#e2eefa'), density: 0.7 },
    },
  ),
  'water-blue': outside(
    water('#4aa3c4', 1, 1.2),
    sky({
      zenith: '#6db6e6',
      horizon: '#eaf6fb',
      cloud: '#ffffff',
      shadow: '#cfdfec',
      cover: 0.3,
      salt: 13,
      blur: 0.02,
    }),
    lamp({ toward: [-0.5, 0.85, 0.4], key: '#fffdf2', power: 0.9, ambient: '#e2f1f8', fill: 0.44, softness: 0.12 }),
    {
      edge: 40,
      blur: 20,
      isSky: true,
      solids: [disc(0.34, 0.05, plaster({ colour: '#f1efe9', other: '#dedad2', relief: 0.6, pores: 0.2 }))],
      haze: { colour: lightOf('#dff0f7'), density: 0.16 },
    },
  ),
  'water-sunset': outside(
    water('#5a3a55', 1.1, 0.8),
    sky({
      zenith: '#4b4a86',
      horizon: '#ffb27a',
      cloud: '#ffd2a6',
      shadow: '#8a5f86',
      cover: 0.34,
      salt: 29,
      sun: { x: 0.3, y: 0.2, colour: '#ffcf8a', power: 0.7 },
      line: { colour: '#4a3358', height: 0.07, rough: 0.5 },
    }),
    lamp({ toward: [0.5, 0.6, 0.7], key: '#ffc890', power: 1.0, ambient: '#c9a6b8', fill: 0.42, softness: 0.14 }),
    {
      edge: 40,
      blur: 20,
      isSky: true,
      solids: [disc(0.34, 0.05, rock)],
      haze: { colour: lightOf('#e09a78'), density: 0.05 },
    },
  ),
  'sand-dunes': outside(
    loose({ colour: '#d9a86c', other: '#c08a4f', ripples: 1, relief: 1, glitter: 0.5 }),
    sky({
      zenith: '#6fa7d8',
      horizon: '#f4dcbc',
      cloud: '#fff3e2',
      shadow: '#e0cbb4',
      cover: 0.12,
      salt: 6,
      line: { colour: '#c58d55', height: 0.16, rough: 0.7 },
      blur: 0.012,
    }),
    lamp({ toward: [-0.95, 0.55, 0.1], key: '#ffe2b2', power: 1.15, ambient: '#cfdcf0', fill: 0.3, softness: 0.08 }),
    { edge: 9, blur: 4, isSky: true, haze: { colour: lightOf('#e6c393'), density: 0.06 } },
  ),
  beach: outside(
    loose({ colour: '#efdcbb', other: '#dcc298', ripples: 0.25, relief: 0.8, glitter: 0.8 }),
    sky({
      zenith: '#3f9fe0',
      horizon: '#d5effa',
      cloud: '#ffffff',
      shadow: '#cfe0ee',
      cover: 0.2,
      salt: 19,
      line: { colour: '#2f93ad', height: 0.13, rough: 0.02 },
      blur: 0.014,
    }),
    lamp({ toward: [0.7, 0.95, -0.2], key: '#fff8e6', power: 1.0, ambient: '#dcecf8', fill: 0.42, softness: 0.06 }),
    { edge: 1.6, blur: 0.5 },
  ),
  snow: outside(
    loose({ colour: '#f4f8fd', other: '#e2ecf7', ripples: 0.12, relief: 0.9, glitter: 1 }),
    foliage({ dark: '#5c7488', middle: '#9db4c6', bright: '#e4eef6', sun: '#ffffff', sunAt: 0.6, salt: 61 }),
    lamp({ toward: [0.8, 0.7, 0.2], key: '#fff4e4', power: 0.72, ambient: '#c9dcf2', fill: 0.56, softness: 0.12 }),
    { edge: 1.3, blur: 0.4 },
  ),
  'rock-mist': outside(
    slate({ dark: '#3a3f41', light: '#767d7e', relief: 1.5 }),
    haze('#9fb0b4', '#dfe7e8', 4),
    lamp({ toward: [-0.5, 1, 0.3], key: '#f4f8ff', power: 0.75, ambient: '#dbe5ea', fill: 0.5, softness: 0.3 }),
    { edge: 2.4, blur: 0.9, solids: [disc(0.38, 0.1, rock)], haze: { colour: lightOf('#d3dde0'), density: 0.6 } },
  ),
} as const satisfies Record<string, Scene>;
