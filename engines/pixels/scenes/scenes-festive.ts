// Scenes of festivals and nights.
import { lamps } from './backdrops.ts';
import { lamp, podiumRoom, podiumView, tableView, usualRoom } from './lighting.ts';
import { lacquer, linen, loose, metal, silk, wood } from './materials-soft.ts';
import { plaster, tiles } from './materials-stone.ts';
import type { Scene, Solid } from './stage.ts';
import type { Material } from './surface.ts';
import { lightOf } from './tone.ts';

const round = (radius: number, bottom: number, top: number, material: Material, topMaterial = material): Solid => ({
  kind: 'cylinder',
  x: 0,
  z: 0,
  radius,
  bottom,
  top,
  material,
  topMaterial,
});
const gold = metal('#e6b85c');
const redPaint = plaster({ colour: '#b5161c', other: '#9c0f16', relief: 0.4, pores: 0 });
const wetConcrete = plaster({ colour: '#3c3f48', other: '#2a2c34', relief: 0.7, pores: 0.3, gloss: 0.3 });

export const festiveScenes = {
  'new-year-red': {
    stage: {
      view: podiumView,
      light: {
        ...lamp({
          toward: [-0.6, 0.95, -0.4],
          key: '#fff0d2',
          power: 0.95,
          ambient: '#ffd9c8',
          fill: 0.42,
          softness: 0.16,
        }),
        pool: { x: 0, y: 0.25, z: 0.3, radius: 1.15, outside: 0.42 },
      },
      ground: lacquer('#a3141a', 0.08, 0.2),
      behind: {
        kind: 'wall',
        z: 0.75,
        material: plaster({ colour: '#b3151b', other: '#980e15', relief: 0.8, pores: 0 }),
        decor: [{ kind: 'ring', x: 0, y: 0.5, radius: 0.5, width: 0.028, colour: lightOf('#e8b95c'), glows: false }],
      },
      solids: [
        round(0.4, 0, 0.06, redPaint),
        round(0.405, 0.06, 0.072, gold, redPaint),
        round(0.31, 0.072, 0.16, redPaint),
        round(0.315, 0.16, 0.172, gold, redPaint),
      ],
      vignette: 0.26,
    },
    standsOn: 3,
    room: podiumRoom,
  },
  'new-year-gold': {
    stage: {
      view: tableView,
      light: lamp({
        toward: [0.6, 0.9, -0.25],
        key: '#ffe9c2',
        power: 0.95,
        ambient: '#ffd7b0',
        fill: 0.4,
        softness: 0.2,
      }),
      ground: silk({ colour: '#a8131b', scale: 1.5, depth: 0.26, sheen: 0.4, turn: 0.5 }),
      behind: {
        kind: 'far',
        edge: 1,
        blur: 0.25,
        draw: lamps({
          top: '#5a0a0c',
          bottom: '#b3201c',
          colours: ['#ffd27a', '#ffb347', '#ff6a3c', '#fff0c4'],
          count: 52,
          radius: 0.085,
          salt: 88,
          power: 1.25,
        }),
      },
      vignette: 0.24,
    },
    room: usualRoom,
  },
  christmas: {
    stage: {
      view: tableView,
      light: lamp({
        toward: [-0.55, 0.9, 0.1],
        key: '#ffe6c4',
        power: 0.95,
        ambient: '#d8dccb',
        fill: 0.36,
        softness: 0.2,
      }),
      ground: wood({ light: '#8d6444', dark: '#4f3320', plank: 0.3, runs: 'across', gloss: 0.06, rings: 22, age: 0.3 }),
      behind: {
        kind: 'far',
        edge: 0.95,
        blur: 0.2,
        draw: lamps({
          top: '#0c1f16',
          bottom: '#1f4a30',
          colours: ['#ffd98a', '#ffb04a', '#e0453a', '#fff3d0'],
          count: 70,
          radius: 0.065,
          salt: 25,
          power: 1.35,
        }),
      },
      vignette: 0.26,
    },
    room: usualRoom,
  },
  'winter-night': {
    stage: {
      view: tableView,
      light: lamp({
        toward: [0.6, 0.85, 0.1],
        key: '#e8f0ff',
        power: 0.8,
        ambient: '#a9bfe6',
        fill: 0.42,
        softness: 0.2,
      }),
      ground: loose({ colour: '#e9f0fa', other: '#c9d8ee', ripples: 0.1, relief: 0.9, glitter: 1 }),
      behind: {
        kind: 'far',
        edge: 1.1,
        blur: 0.35,
        draw: lamps({
          top: '#0f1c3c',
          bottom: '#35548c',
          colours: ['#bcd8ff', '#ffffff', '#ffe0a8'],
          count: 80,
          radius: 0.08,
          salt: 46,
          power: 1.1,
        }),
      },
      vignette: 0.24,
    },
    room: usualRoom,
  },
  valentine: {
    stage: {
      view: tableView,
      light: lamp({
        toward: [-0.7, 0.85, -0.2],
        key: '#fff0ea',
        power: 0.85,
        ambient: '#ffdfe2',
        fill: 0.44,
        softness: 0.22,
      }),
      ground: linen('#f3c9cc', 0.0098, 0.9),
      behind: {
        kind: 'far',
        edge: 1.05,
        blur: 0.3,
        draw: lamps({
          top: '#d98a96',
          bottom: '#f7c9c8',
          colours: ['#fff0ee', '#ffd0cf', '#ff9fa8', '#ffe6c4'],
          count: 80,
          radius: 0.1,
          salt: 64,
          power: 1,
        }),
      },
    },
    room: usualRoom,
  },
  'neon-ring': {
    stage: {
      view: podiumView,
      light: lamp({
        toward: [-0.3, 0.9, -0.5],
        key: '#b9c0ff',
        power: 0.16,
        ambient: '#5a4a8a',
        fill: 0.14,
        softness: 0.4,
      }),
      ground: wetConcrete,
      behind: {
        kind: 'wall',
        z: 0.6,
        material: plaster({ colour: '#4a4a58', other: '#363644', relief: 1.3, pores: 0.3 }),
        decor: [
          { kind: 'ring', x: 0, y: 0.46, radius: 0.42, width: 0.022, colour: lightOf('#ff3fb4'), glows: true },
          { kind: 'ring', x: 0, y: 0.46, radius: 0.5, width: 0.012, colour: lightOf('#2fb8ff'), glows: true },
        ],
      },
      solids: [round(0.36, 0, 0.08, lacquer('#23232c', 0.22, 0.1))],
      vignette: 0.3,
    },
    standsOn: 0,
    room: podiumRoom,
  },
  'neon-frame': {
    stage: {
      view: podiumView,
      light: lamp({
        toward: [0.3, 0.9, -0.5],
        key: '#c9fff4',
        power: 0.14,
        ambient: '#2f5a7a',
        fill: 0.16,
        softness: 0.4,
      }),
      ground: tiles('#3a4452', '#20262e', 3.2),
      behind: {
        kind: 'wall',
        z: 0.6,
        material: tiles('#46505e', '#252b34', 5),
        decor: [{ kind: 'frame', x: 0, y: 0.44, radius: 0.5, width: 0.02, colour: lightOf('#23e6c8'), glows: true }],
      },
      vignette: 0.3,
    },
    room: { width: 0.56, height: 0.56 },
  },
  'city-night': {
    stage: {
      view: tableView,
      light: lamp({
        toward: [-0.6, 0.9, 0.1],
        key: '#ffe2c2',
        power: 0.62,
        ambient: '#8fa0d6',
        fill: 0.34,
        softness: 0.25,
      }),
      ground: lacquer('#1a1d26', 0.3, 0.1),
      behind: {
        kind: 'far',
        edge: 1.1,
        blur: 0.15,
        draw: lamps({
          top: '#060a18',
          bottom: '#232f57',
          colours: ['#ffd9a0', '#ffb35c', '#7fb2ff', '#ff6f6f', '#c79bff', '#ffffff'],
          count: 100,
          radius: 0.06,
          salt: 12,
          power: 1.3,
          hasHouses: true,
        }),
      },
      vignette: 0.26,
    },
    room: usualRoom,
  },
} as const satisfies Record<string, Scene>;
