// Podium scenes: round, square and stepped podiums of plaster, stone and metal.
import { lamp, podiumRoom, podiumView, softbox } from './lighting.ts';
import { lacquer, metal, paper } from './materials-soft.ts';
import { marble, plaster, terrazzo } from './materials-stone.ts';
import type { KeyLight, Scene, Solid, Stage } from './stage.ts';
import type { Material } from './surface.ts';
import { lightOf } from './tone.ts';

function show(
  colour: Material,
  solids: readonly Solid[],
  standsOn: number,
  light: KeyLight = softbox,
  more: Partial<Stage> = {},
): Scene {
  return {
    stage: {
      view: podiumView,
      light: { ...light, pool: { x: -0.05, y: 0.2, z: 0.2, radius: 1.4, outside: 0.5 } },
      ground: colour,
      behind: { kind: 'cove', z: 1.7, radius: 0.7 },
      solids,
      vignette: 0.18,
      ...more,
    },
    standsOn,
    room: podiumRoom,
  };
}

const cylinder = (
  x: number,
  z: number,
  radius: number,
  bottom: number,
  top: number,
  material: Material,
  topMaterial = material,
): Solid => ({
  kind: 'cylinder',
  x,
  z,
  radius,
  bottom,
  top,
  material,
  topMaterial,
});
const box = (
  x: number,
  z: number,
  [halfWidth, halfDepth]: readonly [number, number],
  bottom: number,
  top: number,
  material: Material,
): Solid => ({
  kind: 'box',
  x,
  z,
  halfWidth,
  halfDepth,
  bottom,
  top,
  material,
});

const fromRight = lamp({ toward: [0.7, 1, -0.35], power: 0.76, fill: 0.4, softness: 0.22 });
const chalk = (colour: string, other: string) => plaster({ colour, other, relief: 0.35, pores: 0.12 });
const stone = marble({ ground: '#f3f1ee', cloud: '#cdccd0', vein: '#85858d', scale: 2.1, density: 0.45, gloss: 0.14 });

export const podiumScenes = {
  'podium-cream': show(paper('#eadfce'), [cylinder(0, 0, 0.34, 0, 0.13, chalk('#f3eadb', '#e6dac7'))], 0),
  'podium-pink': show(
    paper('#eeb6ba'),
    [
      cylinder(0, 0, 0.44, 0, 0.07, chalk('#f4c9ca', '#eab6b8')),
      cylinder(0, 0, 0.32, 0.07, 0.17, chalk('#f8dcda', '#f0c9c8')),
      cylinder(0.62, 0.45, 0.2, 0, 0.42, chalk('#f1bdc0', '#e6a9ad')),
    ],
    1,
    fromRight,
  ),
  'podium-steps': show(
    paper('#9fbfdd'),
    [
      box(0, -0.02, [0.42, 0.26], 0, 0.1, chalk('#c3d8ec', '#aecae4')),
      box(0.22, 0.42, [0.36, 0.2], 0, 0.26, chalk('#b4cee6', '#a0bfdd')),
      box(0.42, 0.82, [0.3, 0.2], 0, 0.44, chalk('#a9c6e2', '#97b8d8')),
      cylinder(-0.56, 0.55, 0.15, 0, 0.3, chalk('#d5e4f2', '#c3d8ec')),
    ],
    0,
  ),
  'podium-beige': show(
    plaster({ colour: '#d9c7ae', other: '#c9b497', relief: 0.5, pores: 0.1 }),
    [
      box(0, 0, [0.36, 0.26], 0, 0.14, chalk('#e6d7c1', '#d8c6ab')),
      box(-0.6, 0.5, [0.16, 0.16], 0, 0.5, chalk('#dccab0', '#ccb899')),
      cylinder(0.6, 0.4, 0.14, 0, 0.24, chalk('#cdb594', '#bfa583')),
    ],
    0,
    lamp({ toward: [0.85, 0.8, -0.45], key: '#ffefd6', power: 0.95, fill: 0.36, softness: 0.08 }),
  ),
  'podium-marble': show(
    paper('#dcdde0'),
    [cylinder(0, 0, 0.38, 0, 0.05, stone), cylinder(0, 0, 0.3, 0.05, 0.15, stone)],
    1,
  ),
  'podium-green': show(
    paper('#51705c'),
    [
      cylinder(0, 0, 0.36, 0, 0.12, chalk('#7d9a80', '#6d8b72')),
      cylinder(-0.58, 0.5, 0.19, 0, 0.36, chalk('#66866d', '#587861')),
      box(0.56, 0.6, [0.17, 0.17], 0, 0.22, chalk('#8fa98e', '#7f9b81')),
    ],
    0,
    fromRight,
    { vignette: 0.26 },
  ),
  'podium-black-gold': show(
    lacquer('#111214', 0.22, 0.1),
    [
      cylinder(0, 0, 0.37, 0, 0.1, lacquer('#16171a', 0.2, 0.12)),
      cylinder(0, 0, 0.375, 0.1, 0.116, metal('#e2b765'), lacquer('#17181b', 0.3, 0.06)),
      cylinder(0, 0, 0.29, 0.116, 0.118, metal('#caa050'), lacquer('#1a1b1f', 0.3, 0.06)),
    ],
    2,
    lamp({ toward: [-0.6, 0.9, -0.25], key: '#fff0da', power: 1.25, fill: 0.42, softness: 0.3 }),
    {
      vignette: 0.3,
      behind: {
        kind: 'wall',
        z: 0.9,
        material: plaster({ colour: '#2b2b30', other: '#1d1d21', relief: 1, pores: 0.1, gloss: 0.02 }),
        decor: [{ kind: 'frame', x: 0, y: 0.5, radius: 0.56, width: 0.016, colour: lightOf('#e0b463'), glows: false }],
      },
    },
  ),
  'podium-terrazzo': show(
    paper('#e7e0d6'),
    [
      cylinder(
        0,
        0,
        0.35,
        0,
        0.13,
        terrazzo({
          ground: '#f1ebe2',
          chips: ['#e2a58f', '#8fb0a9', '#d8b878', '#59616b', '#c7bfb4'],
          scale: 7,
          gloss: 0.08,
        }),
      ),
    ],
    0,
    lamp({ toward: [-0.8, 0.85, -0.4], key: '#fff3e0', power: 0.86, fill: 0.42, softness: 0.1 }),
  ),
} as const satisfies Record<string, Scene>;
