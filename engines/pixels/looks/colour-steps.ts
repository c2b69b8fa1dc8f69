// Functions of one colour (red, green and blue from 0 to 1 in sRGB), of which looks are composed.
import { luma709 } from '../luma.ts';
import { fromLight, toLight } from '../srgb.ts';

export type Colour = readonly [red: number, green: number, blue: number];
export type ColourStep = (colour: Colour) => Colour;

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const mix = (from: number, to: number, share: number): number => from + (to - from) * share;
const each = (colour: Colour, change: (value: number, channel: number) => number): Colour => [
  change(colour[0], 0),
  change(colour[1], 1),
  change(colour[2], 2),
];

/** Rec. 709 weights on the encoded values, which most editors call luminosity. */
const lumaOf = ([red, green, blue]: Colour): number => luma709(red, green, blue);

/** Runs steps in sequence, clamping each result to 0..1. */
export const chain =
  (...steps: readonly ColourStep[]): ColourStep =>
  colour =>
    steps.reduce<Colour>((now, step) => each(step(now), clamp), colour);

/** Changes saturation: 0 gives grey, 1 leaves the colour unchanged, above 1 is more colourful. */
export const saturate =
  (amount: number): ColourStep =>
  colour => {
    const luma = lumaOf(colour);
    return each(colour, value => mix(luma, value, amount));
  };

/** Saturates pale colours more than strong ones, like "vibrance". */
export const enliven =
  (amount: number): ColourStep =>
  colour => {
    const spread = Math.max(...colour) - Math.min(...colour);
    return saturate(1 + amount * (1 - spread))(colour);
  };

/** Changes contrast around middle grey by an S-curve, which clips neither end; 1 leaves the colour unchanged. */
export const contrast =
  (amount: number): ColourStep =>
  colour =>
    each(colour, value => {
      const steepness = amount - 1;
      const bent = value < 0.5 ? 2 * value * value : 1 - 2 * (1 - value) ** 2;
      return mix(value, bent, steepness);
    });

/** Changes exposure by `stops`, in linear light. */
export const expose =
  (stops: number): ColourStep =>
  colour =>
    each(colour, value => fromLight(clamp(toLight(value) * 2 ** stops)));

/** Raises black to `black` and lowers white to `white`: the flat look of faded prints. */
export const fade =
  (black: number, white = 1): ColourStep =>
  colour =>
    each(colour, value => mix(black, white, value));

/** Brightens (positive) or darkens the shadows and leaves the highlights. */
export const liftShadows =
  (amount: number): ColourStep =>
  colour =>
    each(colour, value => value + amount * value * (1 - value) ** 3 * 4);

/** Shifts towards amber (positive) or blue (negative), preserving luma. */
export const warm =
  (amount: number): ColourStep =>
  colour => {
    const shifted: Colour = [colour[0] * (1 + amount), colour[1] * (1 + amount * 0.15), colour[2] * (1 - amount)];
    const scale = lumaOf(colour) / Math.max(1e-6, lumaOf(shifted));
    return each(shifted, value => value * scale);
  };

/** Tints shadows and highlights with one colour each, mixed in by `amount`, preserving luma. */
export const splitTone =
  (shadows: Colour, lights: Colour, amount: number): ColourStep =>
  colour => {
    const luma = lumaOf(colour);
    const tone = each(shadows, (value, channel) => mix(value, lights[channel] as number, luma));
    const toneLuma = lumaOf(tone);
    return each(colour, (value, channel) => value + amount * ((tone[channel] as number) - toneLuma));
  };

/** Converts to grey with these weights of red, green and blue, like black-and-white film behind a colour filter. */
export const toGrey =
  (red: number, green: number, blue: number): ColourStep =>
  colour => {
    const grey = colour[0] * red + colour[1] * green + colour[2] * blue;
    return [grey, grey, grey];
  };

/** Maps luma to a ramp of evenly spaced colours from dark to light. */
export const paintRamp =
  (...ramp: readonly Colour[]): ColourStep =>
  colour => {
    const at = lumaOf(colour) * (ramp.length - 1);
    const index = Math.min(ramp.length - 2, Math.floor(at));
    const [from, to] = [ramp[index] as Colour, ramp[index + 1] as Colour];
    return each(from, (value, channel) => mix(value, to[channel] as number, at - index));
  };

/** Applies a gamma to each channel: below 1 brightens it. */
export const bend =
  (red: number, green: number, blue: number): ColourStep =>
  colour => [colour[0] ** red, colour[1] ** green, colour[2] ** blue];

/** Reduces each channel to a few levels. */
export const posterise =
  (levels: number): ColourStep =>
  colour =>
    each(colour, value => Math.round(value * (levels - 1)) / (levels - 1));

export const invert: ColourStep = colour => each(colour, value => 1 - value);
