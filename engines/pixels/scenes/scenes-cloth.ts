// Scenes of linen and satin.
import { lamp, softbox, usualRoom } from './lighting.ts';
import { linen, silk } from './materials-soft.ts';
import type { KeyLight, Scene, Stage } from './stage.ts';
import type { Material } from './surface.ts';

/** Cloth that hangs from the wall and covers the table, seen from slightly above, so that its folds are visible. */
function drape(ground: Material, light: KeyLight, more: Partial<Stage> = {}): Scene {
  return {
    stage: {
      view: { groundAt: 0.78, height: 0.8, distance: 2.8 },
      light: { ...light, pool: { x: -0.1, y: 0.1, z: 0.3, radius: 1.5, outside: 0.5 } },
      ground,
      behind: { kind: 'cove', z: 1.5, radius: 0.9 },
      vignette: 0.2,
      ...more,
    },
    room: usualRoom,
  };
}

const low = lamp({
  toward: [-0.95, 0.7, -0.1],
  key: '#fff2e2',
  power: 0.84,
  ambient: '#fbefe2',
  fill: 0.4,
  softness: 0.2,
});

export const clothScenes = {
  linen: drape(linen('#e4dac8', 0.0095), lamp({ toward: [-0.85, 0.75, -0.2], power: 0.85, fill: 0.4, softness: 0.2 })),
  'linen-grey': drape(
    linen('#8d9296', 0.0105, 1.3),
    lamp({ toward: [0.9, 0.75, -0.1], power: 0.95, fill: 0.36, softness: 0.2 }),
  ),
  'silk-champagne': drape(silk({ colour: '#e3c9a4', scale: 1.5, depth: 0.34, sheen: 0.34, turn: 0.7 }), low),
  'silk-red': drape(silk({ colour: '#a3121d', scale: 1.35, depth: 0.4, sheen: 0.42, turn: -0.6 }), {
    ...low,
    toward: [0.9, 0.7, -0.1],
  }),
  'silk-blue': drape(silk({ colour: '#24406f', scale: 1.45, depth: 0.36, sheen: 0.46, turn: 0.9 }), low),
  'silk-white': drape(silk({ colour: '#ece9e6', scale: 1.3, depth: 0.3, sheen: 0.2, turn: 0.5 }), {
    ...softbox,
    toward: [-0.9, 0.75, -0.1],
  }),
} as const satisfies Record<string, Scene>;
