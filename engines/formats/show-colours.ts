// Converts pixels in declared colours to sRGB as an ordinary screen shows them.
import { convertPrimaries, srgb as srgbPrimaries } from '../pixels/primaries.ts';
import { hlgGain, hlgToScene, makeToneGain, pqToLight, referenceWhiteNits, usualPeakNits } from '../pixels/tone-map.ts';
import { type Curve, curveParameters, type DeclaredColours, isHdr, rec2020Primaries } from './declared-colours.ts';

/** Interleaved samples: red, green, blue and perhaps alpha. */
export interface CodedPixels {
  readonly data: Uint8Array | Uint16Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  /** The sample that means 1. */
  readonly highest: number;
}

export interface DeepPixels {
  readonly data: Uint16Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

const deepest = 65_535;
const encodeSteps = 1 << 16;
/** Luminance of BT.2020. */
const [redShare, greenShare, blueShare] = [0.2627, 0.678, 0.0593];

/** sRGB samples of 16 bits for linear light in steps. */
function makeEncoder(): (light: number) => number {
  const table = Float32Array.from({ length: encodeSteps + 2 }, (_, step) => {
    const light = Math.min(1, step / encodeSteps);
    return (light <= 0.003_130_8 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055) * deepest;
  });
  return light => {
    const at = Math.min(1, Math.max(0, light)) * encodeSteps;
    const step = Math.floor(at);
    return table[step]! + (table[step + 1]! - table[step]!) * (at - step) + 0.5;
  };
}

function toLight(curve: Curve): (code: number) => number {
  if (curve === 'pq') return pqToLight;
  if (curve === 'hlg') return hlgToScene;
  if (typeof curve === 'number') return code => code ** curve;
  const [g, a, b, c, d] = curveParameters[curve];
  return code => (code >= d ? (a * code + b) ** g : c * code);
}

/** The factor for a pixel of this luminance whose brightest channel is `brightest`, both in BT.2020. */
function makeGain({
  curve,
  peakNits = usualPeakNits,
}: DeclaredColours): (brightest: number, luminance: number) => number {
  if (curve === 'hlg') {
    const toneGain = makeToneGain(usualPeakNits / referenceWhiteNits);
    return (brightest, luminance) => {
      const scene = hlgGain(luminance);
      return scene * toneGain(scene * brightest);
    };
  }
  return makeToneGain(Math.max(1, peakNits / referenceWhiteNits));
}

/** Maps every pixel; alpha stays. Memory: 6 or 8 bytes a pixel. */
export function showColours(pixels: CodedPixels, colours: DeclaredColours): DeepPixels {
  const { data, width, height, channels, highest } = pixels;
  const codes = 2 ** (8 * data.BYTES_PER_ELEMENT);
  const codeToLight = toLight(colours.curve);
  const light = Float32Array.from({ length: codes }, (_, code) => codeToLight(Math.min(1, code / highest)));
  const [wideRed, wideGreen, wideBlue] = convertPrimaries(colours.primaries, rec2020Primaries);
  const [toRed, toGreen, toBlue] = convertPrimaries(rec2020Primaries, srgbPrimaries);
  const gainOf = isHdr(colours) ? makeGain(colours) : () => 1;
  const encode = makeEncoder();
  const out = new Uint16Array(data.length);
  for (let at = 0; at < data.length; at += channels) {
    const [r, g, b] = [light[data[at]!]!, light[data[at + 1]!]!, light[data[at + 2]!]!];
    const red = wideRed[0] * r + wideRed[1] * g + wideRed[2] * b;
    const green = wideGreen[0] * r + wideGreen[1] * g + wideGreen[2] * b;
    const blue = wideBlue[0] * r + wideBlue[1] * g + wideBlue[2] * b;
    const gain = gainOf(Math.max(red, green, blue), redShare * red + greenShare * green + blueShare * blue);
    out[at] = encode(gain * (toRed[0] * red + toRed[1] * green + toRed[2] * blue));
    out[at + 1] = encode(gain * (toGreen[0] * red + toGreen[1] * green + toGreen[2] * blue));
    out[at + 2] = encode(gain * (toBlue[0] * red + toBlue[1] * green + toBlue[2] * blue));
    if (channels === 4) out[at + 3] = (data[at + 3]! / highest) * deepest + 0.5;
  }
  return { data: out, width, height, channels };
}
