// All looks, each a list of steps.

import type { LookId } from 'contract/looks.ts';
import { type AreaStep, balanceLight, clarify, glow, grain, pencil, vignette } from './area-steps.ts';
import {
  bend,
  type ColourStep,
  chain,
  contrast,
  enliven,
  expose,
  fade,
  invert,
  liftShadows,
  paintRamp,
  posterise,
  saturate,
  splitTone,
  toGrey,
  warm,
} from './colour-steps.ts';

/** Area steps before the colours change, the colour change, and area steps after it. */
export interface Look {
  readonly before?: readonly AreaStep[];
  readonly colour?: ColourStep;
  readonly after?: readonly AreaStep[];
}

const grey = toGrey(0.3, 0.55, 0.15);

export const looks: Readonly<Record<LookId, Look>> = {
  vivid: { before: [clarify(0.25)], colour: chain(enliven(0.45), contrast(1.2)) },
  crisp: { before: [clarify(0.7)], colour: contrast(1.12) },
  bright: { colour: chain(expose(0.45), liftShadows(0.25), enliven(0.12)) },
  soft: { colour: chain(fade(0.04, 0.99), saturate(0.92), expose(0.12)), after: [glow(0.35, 0.025)] },
  warm: { colour: chain(warm(0.13), enliven(0.12)) },
  cool: { colour: chain(warm(-0.12), contrast(1.05)) },
  'golden-hour': {
    colour: chain(splitTone([0.35, 0.2, 0.25], [1, 0.82, 0.5], 0.42), warm(0.07), enliven(0.2)),
    after: [glow(0.22, 0.05)],
  },
  'blue-hour': {
    colour: chain(expose(-0.25), splitTone([0.08, 0.16, 0.42], [0.75, 0.82, 1], 0.45), saturate(0.9)),
    after: [vignette(0.25)],
  },
  'teal-orange': { colour: chain(splitTone([0.05, 0.38, 0.45], [1, 0.72, 0.45], 0.4), contrast(1.2), enliven(0.15)) },
  cinema: {
    colour: chain(fade(0.03, 0.97), splitTone([0.1, 0.22, 0.28], [1, 0.9, 0.75], 0.3), contrast(1.25), saturate(0.85)),
    after: [vignette(0.35), grain(0.035)],
  },
  faded: { colour: chain(saturate(0.72), contrast(1.1), fade(0.12, 0.94), warm(0.04)) },
  film: {
    colour: chain(contrast(1.15), bend(0.95, 0.98, 1.06), fade(0.05, 0.97), enliven(0.1)),
    after: [grain(0.07)],
  },
  instant: {
    colour: chain(fade(0.08, 0.96), splitTone([0.2, 0.25, 0.4], [1, 0.94, 0.72], 0.35), saturate(0.85), expose(0.15)),
    after: [vignette(0.3)],
  },
  'cross-process': { colour: chain(bend(0.82, 0.92, 1.35), contrast(1.35), enliven(0.2)) },
  sepia: { colour: chain(grey, contrast(1.08), splitTone([0.3, 0.18, 0.08], [1, 0.9, 0.7], 1)) },
  'black-white': { colour: chain(grey, contrast(1.1)) },
  noir: {
    before: [clarify(0.4)],
    colour: chain(toGrey(0.45, 0.45, 0.1), contrast(1.75)),
    after: [vignette(0.45), grain(0.05)],
  },
  'soft-grey': { colour: chain(toGrey(0.35, 0.5, 0.15), fade(0.1, 0.97)), after: [glow(0.2)] },
  pastel: { colour: chain(liftShadows(0.5), saturate(0.7), fade(0.16, 1), expose(0.15)) },
  night: {
    before: [balanceLight(0.25)],
    colour: chain(warm(-0.06), splitTone([0.1, 0.05, 0.3], [1, 0.9, 0.95], 0.3), contrast(1.15)),
  },
  hdr: { before: [balanceLight(0.75), clarify(0.8)], colour: enliven(0.3) },
  dehaze: { before: [clarify(0.55, 0.08)], colour: chain(contrast(1.35), enliven(0.3), bend(1.05, 1.04, 1)) },
  forest: { colour: chain(splitTone([0.08, 0.25, 0.16], [0.95, 0.98, 0.8], 0.35), enliven(0.25)) },
  blossom: {
    colour: chain(splitTone([0.35, 0.2, 0.3], [1, 0.88, 0.93], 0.45), fade(0.04, 1), expose(0.15)),
    after: [glow(0.18)],
  },
  'duotone-violet': {
    colour: chain(grey, contrast(1.15), paintRamp([0.12, 0.05, 0.35], [0.78, 0.25, 0.6], [1, 0.9, 0.75])),
  },
  'duotone-blue': {
    colour: chain(grey, contrast(1.15), paintRamp([0.03, 0.08, 0.25], [0.1, 0.5, 0.75], [0.96, 0.98, 0.9])),
  },
  poster: { before: [clarify(0.3)], colour: chain(enliven(0.6), contrast(1.2), posterise(5)) },
  pencil: { before: [pencil()], colour: grey },
  negative: { colour: invert },
};
