// The properties of a scene that affect a product in it: its position, the direction of its shadow, the reflectivity of the ground and the colour of
// the light. All are derived from the scene, so that product and scene have the same light.
import { luma709 } from '../luma.ts';
import { sceneOf } from '../scenes/catalogue.ts';
import { horizonOf } from '../scenes/render-scene.ts';
import { makeSurface } from '../scenes/surface.ts';
import type { Rgb } from '../scenes/tone.ts';

export interface SceneLight {
  /** Unit vector towards the lamp: right, up, away from the camera. */
  readonly toward: readonly [number, number, number];
  /** The lamp's share of all light, 0..1, which is missing in its shadow. */
  readonly share: number;
  readonly softness: number;
  /** Colour of the ambient light, with its brightest channel at 1, which tints shadows. */
  readonly ambient: Rgb;
  /** Colour of all light on the product, as reflected by a white card. */
  readonly card: Rgb;
  /** Colour of the tubes behind the product that light its rim; black if there are none. */
  readonly rim: Rgb;
  /** Share of light that the ground reflects, 0 if it is dull, and the blur of the reflection. */
  readonly mirror: number;
  readonly roughness: number;
  /** Height of the camera above the surface the product stands on, its distance, and that of a wall behind the product; in shorter sides. */
  readonly cameraHeight: number;
  readonly cameraDistance: number;
  readonly wall: number | undefined;
}

/** The default position of a product: the middle of its foot, and the largest box it may fill; in pixels. */
export interface Standing {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const black: Rgb = [0, 0, 0];
const add = (a: Rgb, b: Rgb, share: number): Rgb => [a[0] + b[0] * share, a[1] + b[1] * share, a[2] + b[2] * share];
const luminance = ([red, green, blue]: Rgb) => luma709(red, green, blue);
/** Shares of the lamp's, the ambient and the tubes' light that reach a face turned to the camera. */
const keyOnFace = 0.62;
const ambientOnFace = 0.8;
const tubeOnFace = 0.34;
/** Minimum reflectivity: fainter reflections are invisible and omitted. */
const minMirror = 0.03;

const topOf = (id: string): number => {
  const { stage, standsOn } = sceneOf(id);
  return standsOn === undefined ? 0 : stage.solids![standsOn]!.top;
};

export function readSceneLight(id: string): SceneLight {
  const { stage, standsOn } = sceneOf(id);
  const { light, behind, view } = stage;
  const solid = standsOn === undefined ? undefined : stage.solids![standsOn];
  const material = solid ? (solid.topMaterial ?? solid.material) : stage.ground;
  const surface = makeSurface();
  let [gloss, roughness] = [0, 0];
  const probes = 9;
  for (let i = 0; i < probes; i++) {
    surface.gloss = 0;
    surface.roughness = 1;
    material(-0.2 + 0.05 * i, -0.08 + 0.011 * i, 0.002, surface);
    gloss += surface.gloss / probes;
    roughness += surface.roughness / probes;
  }
  const cameraHeight = view.height - (solid?.top ?? 0);
  const steep = cameraHeight / Math.hypot(cameraHeight, view.distance);
  const mirror = gloss * (0.3 + 1.1 * (1 - steep) ** 2);
  const tubes = behind.kind === 'wall' ? (behind.decor ?? []).filter(({ glows }) => glows) : [];
  const rim = tubes.reduce((sum, { colour }) => add(sum, colour, 1 / tubes.length), black);
  const card = add(add(add(black, light.key, keyOnFace), light.ambient, ambientOnFace), rim, tubeOnFace);
  const max = Math.max(...light.ambient);
  const length = Math.hypot(...light.toward);
  const keyed = luminance(light.key);
  const around = luminance(light.ambient) + 0.5 * luminance(rim);
  return {
    toward: [light.toward[0] / length, light.toward[1] / length, light.toward[2] / length],
    share: keyed / (keyed + around),
    softness: light.softness,
    ambient: [light.ambient[0] / max, light.ambient[1] / max, light.ambient[2] / max],
    card,
    rim,
    mirror: mirror < minMirror ? 0 : mirror,
    roughness,
    cameraHeight,
    cameraDistance: view.distance,
    wall: behind.kind === 'wall' && !solid ? behind.z : undefined,
  };
}

/** Free space above a product that fills its room, and on both sides, as shares of the image. */
const headroom = 0.07;
const sideRoom = 0.08;

/** Returns the default position of a product of any shape in an image of this size. */
export function findStanding(id: string, width: number, height: number): Standing {
  const { stage, room } = sceneOf(id);
  const side = Math.min(width, height);
  const y = horizonOf(stage, width, height) + (stage.view.height - topOf(id)) * side;
  return {
    x: width / 2,
    y,
    width: Math.min(room.width * side, width * (1 - 2 * sideRoom)),
    height: Math.min(room.height * side * (height > width ? 1.15 : 1), y - headroom * height),
  };
}
