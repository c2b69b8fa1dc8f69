// Wall scenes with arches, windows and the shadows of plants.
import { blinds, leaves, palm, slit, windowPanes } from './gobos.ts';
import { lamp, podiumRoom, tableView, usualRoom } from './lighting.ts';
import { linen, wood } from './materials-soft.ts';
import { plaster, tiles, travertine } from './materials-stone.ts';
import type { KeyLight, Niche, Scene, Solid, Stage } from './stage.ts';
import type { Material } from './surface.ts';

interface Corner {
  readonly ground: Material;
  readonly wall: Material;
  readonly light: KeyLight;
  readonly niche?: Niche;
  readonly solids?: readonly Solid[];
  readonly z?: number;
}

function corner({ ground, wall, light, niche, solids, z = 0.75 }: Corner, more: Partial<Stage> = {}): Scene {
  return {
    stage: {
      view: tableView,
      light,
      ground,
      behind: { kind: 'wall', z, material: wall, ...(niche && { niche }) },
      ...(solids && { solids }),
      vignette: 0.16,
      ...more,
    },
    ...(solids && { standsOn: 0 }),
    room: solids ? podiumRoom : usualRoom,
  };
}

const wash = (colour: string, other: string, relief = 1) => plaster({ colour, other, relief, pores: 0.08 });
const sunny = (toward: readonly [number, number, number], power = 1.02) =>
  lamp({ toward, key: '#fff0d6', power, ambient: '#efe8e2', fill: 0.46, softness: 0.05 });
const round = (radius: number, top: number, material: Material): Solid => ({
  kind: 'cylinder',
  x: 0,
  z: 0.05,
  radius,
  bottom: 0,
  top,
  material,
});

export const wallScenes = {
  'arch-terracotta': corner({
    ground: wash('#c9805c', '#b56d4b', 0.6),
    wall: wash('#d08a66', '#bd7552'),
    light: sunny([0.8, 0.85, -0.75]),
    niche: { x: 0, halfWidth: 0.46, spring: 0.42, depth: 0.4 },
    solids: [round(0.33, 0.1, wash('#d99a78', '#c98562', 0.5))],
    z: 0.55,
  }),
  'arch-sand': corner({
    ground: wash('#e2d3ba', '#d3c1a3', 0.6),
    wall: wash('#e8dbc5', '#d9c8ac'),
    light: sunny([-0.8, 0.9, -0.7]),
    niche: { x: -0.02, halfWidth: 0.44, spring: 0.5, depth: 0.34 },
    z: 0.6,
  }),
  'arch-sage': corner({
    ground: wash('#a9b59a', '#98a688', 0.6),
    wall: wash('#b6c1a7', '#a3b092'),
    light: { ...sunny([0.7, 0.95, -0.7]), gobo: leaves(5, 70, [0.85, 0.75], 0.75) },
    niche: { x: 0.04, halfWidth: 0.45, spring: 0.44, depth: 0.34 },
    solids: [round(0.33, 0.08, wash('#c6cfb9', '#b4bfa5', 0.5))],
    z: 0.6,
  }),
  'window-light': corner({
    ground: wood({ light: '#d6b48b', dark: '#a98058', plank: 0.3, runs: 'across', gloss: 0.05, rings: 24 }),
    wall: wash('#ece3d6', '#ddd1c0', 0.9),
    light: { ...sunny([-0.85, 0.8, -0.62], 1.15), gobo: windowPanes(-0.95, -1, 3, 3, [0.5, 0.82], -0.12) },
  }),
  'palm-shadow': corner({
    ground: wash('#f0ebe2', '#e3dccf', 0.5),
    wall: wash('#f3eee6', '#e8e0d4', 0.7),
    light: {
      ...sunny([0.8, 0.85, -0.62]),
      gobo: palm([
        { x: 1.25, y: 0.1, angle: 2.9, length: 1.5 },
        { x: 1.3, y: 0.5, angle: 2.5, length: 1.6 },
        { x: 1.2, y: 1.0, angle: 3.3, length: 1.5 },
        { x: 1.4, y: -0.2, angle: 2.2, length: 1.3 },
      ]),
    },
  }),
  'leaf-shadow': corner({
    ground: wash('#f2cfb8', '#e6bda3', 0.5),
    wall: wash('#f5d5c0', '#e9c3aa', 0.7),
    light: { ...sunny([-0.8, 0.85, -0.62]), gobo: leaves(12, 150, [-0.35, 1.15], 1.15, 0.013) },
  }),
  'blinds-shadow': corner({
    ground: linen('#d9d2c6', 0.0098, 0.6),
    wall: wash('#c9cdd1', '#b9bec3', 0.8),
    light: { ...sunny([0.8, 0.8, -0.7], 1.1), gobo: blinds(6.2, 0.52, 0.1) },
  }),
  'blue-slit': corner({
    ground: wash('#5e7f9c', '#4f708d', 0.6),
    wall: wash('#6c8dab', '#5a7b99'),
    light: { ...sunny([0.75, 0.85, -0.75], 1.25), gobo: slit(-0.5, 0.42, 0.25) },
    solids: [round(0.35, 0.09, wash('#88a6c0', '#7896b2', 0.5))],
  }),
  travertine: corner({
    ground: travertine('#e3d5bf', '#c4ab8a', 0.06),
    wall: travertine('#dccbb2', '#bda383'),
    light: lamp({ toward: [-0.75, 0.85, -0.5], key: '#fff1dc', power: 0.9, fill: 0.4, softness: 0.1 }),
    solids: [
      {
        kind: 'box',
        x: 0,
        z: 0.02,
        halfWidth: 0.4,
        halfDepth: 0.24,
        bottom: 0,
        top: 0.11,
        material: travertine('#ead9c0', '#cdb491', 0.05),
      },
    ],
  }),
  bathroom: corner({
    ground: tiles('#e6ebec', '#b9c1c2', 4),
    wall: tiles('#d7e5e4', '#eef2f2', 5.5),
    light: lamp({ toward: [-0.6, 0.95, -0.4], power: 0.78, fill: 0.44, softness: 0.25 }),
    z: 0.9,
  }),
} as const satisfies Record<string, Scene>;
