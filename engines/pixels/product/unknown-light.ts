// An arbitrary picture as the background: a default position for the product, and a light that suits most indoor pictures.
import { luma709 } from '../luma.ts';
import type { Pixels } from '../plane.ts';
import type { Rgb } from '../scenes/tone.ts';
import { lightOfLevel } from '../srgb.ts';
import type { SceneLight, Standing } from './scene-light.ts';

/** From above, slightly from the left and from the camera's side: a soft shadow is compatible with most lamps. */
const toward = [-0.42, 0.86, -0.29] as const;
const share = 0.55;
const softness = 0.4;
/** Weight of the picture's mean colour in the colour of its light. */
const colourShare = 0.35;
const everyPixels = 97;

/** Estimates the light of a picture from its mean pixel: a dim one darkens a product in it, a red one tints it. */
export function lightOfPicture({ data }: Pixels): SceneLight {
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let at = 0; at + 2 < data.length; at += 3 * everyPixels, count++) {
    red += lightOfLevel[data[at]!]!;
    green += lightOfLevel[data[at + 1]!]!;
    blue += lightOfLevel[data[at + 2]!]!;
  }
  const mean: Rgb = [red / count, green / count, blue / count];
  const brightness = Math.max(0.02, luma709(mean[0], mean[1], mean[2]));
  const card = mean.map(
    value => (1 - colourShare + (colourShare * value) / brightness) * (0.55 + 0.5 * Math.sqrt(brightness)),
  );
  const max = Math.max(...card);
  return {
    toward,
    share,
    softness,
    ambient: [card[0]! / max, card[1]! / max, card[2]! / max],
    card: [card[0]!, card[1]!, card[2]!],
    rim: [0, 0, 0],
    mirror: 0,
    roughness: 1,
    cameraHeight: 0.45,
    cameraDistance: 2.6,
    wall: undefined,
  };
}

export function standInPicture(width: number, height: number): Standing {
  const side = Math.min(width, height);
  const y = height * 0.84;
  return {
    x: width / 2,
    y,
    width: Math.min(0.6 * side, 0.84 * width),
    height: Math.min(0.62 * side, y - 0.07 * height),
  };
}
