// The data model of a scene: a camera, a light, a ground, a background and solids. Lengths are in units of the image's shorter side at the distance
// of the product, which stands above the origin; x points right, y up, z away from the camera.
import type { Field } from './field.ts';
import type { Material } from './surface.ts';
import type { Rgb } from './tone.ts';

/** The lens is shifted, not tilted, so that vertical lines stay vertical. */
export interface View {
  /** Position of the ground under the product, as a share of the image's height. */
  readonly groundAt: number;
  /** Height of the camera above the ground, and thus of the horizon above the ground under the product. */
  readonly height: number;
  /** Distance from the camera to the product, which is also the focal length. */
  readonly distance: number;
}

export interface KeyLight {
  /** Direction towards the lamp. */
  readonly toward: readonly [x: number, y: number, z: number];
  readonly key: Rgb;
  readonly ambient: Rgb;
  /** Width of a shadow's soft edge per unit of its length: 0.05 for the sun, 0.5 for a large window. */
  readonly softness: number;
  /** A pool of light: its centre, its radius, and the share of light left outside. */
  readonly pool?: {
    readonly x: number;
    readonly y: number;
    readonly z: number;
    readonly radius: number;
    readonly outside: number;
  };
  /** Mask in front of the lamp: the share of light that passes, by the point where the ray would meet the ground. */
  readonly gobo?: (side: number) => Field;
  /** Share of the light that passes through the mask; 1 unless other lamps bypass it. */
  readonly goboShare?: number;
}

export interface Decor {
  /** A ring, a disc, or a frame with rounded corners, on the wall. */
  readonly kind: 'ring' | 'frame' | 'disc';
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly width: number;
  readonly colour: Rgb;
  /** Whether it is a glowing tube; otherwise it is metal. */
  readonly glows: boolean;
}

export interface Niche {
  readonly x: number;
  readonly halfWidth: number;
  /** Height at which the sides end and the arch, a semicircle, begins. */
  readonly spring: number;
  readonly depth: number;
}

/**
 * Draws everything far away as a field over directions of the image: x to the right, and y downwards from the far edge of the table or from the
 * horizon. `side` is the image's shorter side in pixels.
 */
export type DrawBackdrop = (halfWidth: number, above: number, side: number) => Field;

export type Behind =
  | {
      readonly kind: 'wall';
      readonly z: number;
      readonly material: Material;
      readonly niche?: Niche;
      readonly decor?: readonly Decor[];
    }
  /** The ground curves up into the wall. */
  | { readonly kind: 'cove'; readonly z: number; readonly radius: number }
  /** The ground ends at `edge`, and everything beyond is out of focus. */
  | {
      readonly kind: 'far';
      readonly edge: number;
      readonly blur: number;
      readonly draw: DrawBackdrop;
      readonly isSky?: boolean;
    };

interface SolidCommon {
  readonly x: number;
  readonly z: number;
  readonly bottom: number;
  readonly top: number;
  readonly material: Material;
  readonly topMaterial?: Material;
}
export type Solid =
  | (SolidCommon & { readonly kind: 'cylinder'; readonly radius: number })
  | (SolidCommon & { readonly kind: 'box'; readonly halfWidth: number; readonly halfDepth: number });

export interface Stage {
  readonly view: View;
  readonly light: KeyLight;
  readonly ground: Material;
  readonly behind: Behind;
  readonly solids?: readonly Solid[];
  /** Darkening of the corners, 0..1. */
  readonly vignette?: number;
  /** Strength of the film grain, in levels. */
  readonly grain?: number;
  /** Mist that fades distant ground: its colour, and its density per unit. */
  readonly haze?: { readonly colour: Rgb; readonly density: number };
}

/** A scene, and the place of a product in it. */
export interface Scene {
  readonly stage: Stage;
  /** Index of the solid that the product stands on; absent if it stands on the ground. */
  readonly standsOn?: number;
  /** The largest product that looks right, in units of the image's shorter side. */
  readonly room: { readonly width: number; readonly height: number };
}

/** The surface in a pixel, for shadows that fall on it: none, the ground, the wall, and from 3 on the tops of the solids in order. */
export const nothingThere = 0;
export const onGround = 1;
export const onWall = 2;
export const onFirstSolid = 3;
