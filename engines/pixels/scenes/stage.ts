// The shape of a scene: a camera, a light, a ground, what is behind it and what stands on it. Lengths are in units of the picture's shorter
// side at the distance of the product, which stands above the origin; x goes right, y up, z away from the camera.
import type { Field } from './field.ts';
import type { Material } from './surface.ts';
import type { Rgb } from './tone.ts';

/** The lens is shifted, not tilted, so that upright lines stay upright. */
export interface View {
  /** Where the ground under the product lies, as a share of the picture's height. */
  readonly groundAt: number;
  /** How far the horizon is above it, and the camera above the ground. */
  readonly height: number;
  /** From the camera to the product; it is the focal length, too. */
  readonly distance: number;
}

export interface KeyLight {
  /** Where it comes from. */
  readonly toward: readonly [x: number, y: number, z: number];
  readonly key: Rgb;
  readonly ambient: Rgb;
  /** Growth of a shadow's soft edge, for each unit of its length: 0.05 the sun, 0.5 a large window. */
  readonly softness: number;
  /** A cone of light: its middle, radius and what is left outside. */
  readonly pool?: {
    readonly x: number;
    readonly y: number;
    readonly z: number;
    readonly radius: number;
    readonly outside: number;
  };
  /** What stands before the lamp: the share of light that passes, by the place on the ground that the ray would meet. */
  readonly gobo?: (side: number) => Field;
  /** How much of the light it stands before: 1 unless other lamps go past it. */
  readonly goboShare?: number;
}

export interface Decor {
  /** A ring, or a round-cornered frame, on the wall. */
  readonly kind: 'ring' | 'frame' | 'disc';
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly width: number;
  readonly colour: Rgb;
  /** Tubes that shine, or metal. */
  readonly glows: boolean;
}

export interface Niche {
  readonly x: number;
  readonly halfWidth: number;
  /** Where its sides end and the arch begins; the arch is half a circle. */
  readonly spring: number;
  readonly depth: number;
}

/** Light from all that is far away, by directions of the picture: x, and y down from where the table or the sky ends. `side`: pixels of the picture's shorter side. */
export type DrawBackdrop = (halfWidth: number, above: number, side: number) => Field;

export type Behind =
  | {
      readonly kind: 'wall';
      readonly z: number;
      readonly material: Material;
      readonly niche?: Niche;
      readonly decor?: readonly Decor[];
    }
  /** The ground bends up into the wall. */
  | { readonly kind: 'cove'; readonly z: number; readonly radius: number }
  /** The ground ends at `edge`, and what is behind is out of focus. */
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
  /** 0..1: corners are darker by this much. */
  readonly vignette?: number;
  /** Strength of the film's grain, in levels. */
  readonly grain?: number;
  /** Mist that whitens what is far: its colour, and how much of it there is a unit. */
  readonly haze?: { readonly colour: Rgb; readonly density: number };
}

/** A scene and where a product stands in it. */
export interface Scene {
  readonly stage: Stage;
  /** The solid that it stands on; absent: the ground. */
  readonly standsOn?: number;
  /** The largest product that looks right, in units of the picture's shorter side. */
  readonly room: { readonly width: number; readonly height: number };
}

/** What a pixel shows, for shadows that fall on it: nothing, the ground, the wall; from 3 on the tops of the solids in their order. */
export const nothingThere = 0;
export const onGround = 1;
export const onWall = 2;
export const onFirstSolid = 3;
