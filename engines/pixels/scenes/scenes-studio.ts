// Studio scenes and paper sweeps.

import { haze } from './backdrops.ts';
import { leaves, slit, windowPanes } from './gobos.ts';
import { lamp, softbox, studioView, usualRoom } from './lighting.ts';
import { lacquer, paper } from './materials-soft.ts';
import type { KeyLight, Scene, Stage } from './stage.ts';
import { type Material, paint } from './surface.ts';

/** A paper sweep from the wall onto the ground, with light that falls off towards the back. */
function sweep(colour: string, light: KeyLight = softbox, more: Partial<Stage> = {}): Scene {
  return {
    stage: {
      view: studioView,
      light: { ...light, pool: { x: -0.1, y: 0.3, z: 0.35, radius: 1.15, outside: 0.66 } },
      ground: paper(colour),
      behind: { kind: 'cove', z: 1.5, radius: 0.75 },
      vignette: 0.16,
      ...more,
    },
    room: usualRoom,
  };
}

/** Shapes a lamp slightly by a window or leaves: enough for depth, but too soft to be recognised. */
const shaped = (light: KeyLight, gobo: NonNullable<KeyLight['gobo']>): KeyLight => ({
  ...light,
  gobo,
  goboShare: 0.55,
});
const softWindow = windowPanes(-1.1, -0.9, 2, 3, [1.05, 0.95], 0.35, 0.09);
const softSlit = slit(-0.75, 0.5, 0.4, 0.16);
const softLeaves = leaves(9, 60, [0.75, 1.25], 0.9, 0.05);

const fromRight = lamp({ toward: [0.66, 1, -0.28], power: 0.74, fill: 0.4, softness: 0.3 });

/** So bright that every level is clipped to 255, as shops require of main product images; only shadows are visible. */
const overexposed: Material = (_u, _v, _pixel, to) => {
  paint(to, [12, 12, 12]);
  to.gloss = 0;
  to.roughness = 1;
};

export const studioScenes = {
  'pure-white': {
    stage: {
      view: studioView,
      light: lamp({ toward: [-0.5, 1, -0.3], power: 0.62, fill: 0.6, softness: 0.5 }),
      ground: overexposed,
      behind: { kind: 'cove', z: 1.5, radius: 0.75 },
      vignette: 0,
      grain: 0,
    },
    room: { width: 0.78, height: 0.76 },
  },
  'studio-white': sweep('#ffffff', lamp({ toward: [-0.5, 1, -0.3], power: 0.74, fill: 0.56, softness: 0.5 }), {
    vignette: 0.04,
  }),
  'studio-grey': sweep('#8f949b', { ...softbox, key: [0.95, 0.95, 0.97] }, { vignette: 0.34 }),
  'studio-black': {
    stage: {
      view: studioView,
      light: {
        ...lamp({ toward: [-0.5, 1, -0.2], power: 0.6, fill: 0.14, softness: 0.3 }),
        pool: { x: 0, y: 0, z: 0.2, radius: 0.9, outside: 0.2 },
      },
      ground: lacquer('#0d0e11', 0.42),
      behind: { kind: 'far', edge: 1.6, blur: 0.5, draw: haze('#0b0c10', '#4b5260', 3) },
      vignette: 0.3,
    },
    room: usualRoom,
  },
  'sweep-cream': sweep('#efe3cf', shaped({ ...softbox, toward: [-0.6, 1, -0.5] }, softWindow)),
  'sweep-pink': sweep('#f2bcc0', shaped({ ...fromRight, toward: [0.62, 1, -0.5] }, softLeaves)),
  'sweep-blue': sweep('#9cc3e6', shaped(softbox, softSlit)),
  'sweep-sage': sweep('#b3c4a6', shaped({ ...fromRight, toward: [0.62, 1, -0.5] }, softLeaves)),
  'sweep-orange': sweep('#f29a4a', shaped(softbox, softSlit)),
  'sweep-lilac': sweep('#c3b1e1', shaped({ ...fromRight, toward: [0.62, 1, -0.5] }, softWindow)),
} as const satisfies Record<string, Scene>;
