// Maps the light of PQ and HLG to what an ordinary screen shows. Sources: ITU-R BT.2100 (both curves), BT.2408 (203 cd/m² is reference white),
// SMPTE ST 2094-50 (the reference white tone mapping operator, which browsers use).

/** Diffuse white, to which linear light is relative here. */
export const referenceWhiteNits = 203;
/** Brightest light of content that does not declare it. */
export const usualPeakNits = 1000;

/** PQ's code 0..1 as light relative to reference white. */
export function pqToLight(code: number): number {
  const root = code ** (32 / 2523);
  const light = (Math.max(root - 3424 / 4096, 0) / (2413 / 128 - (2392 / 128) * root)) ** (16_384 / 2610);
  return (light * 10_000) / referenceWhiteNits;
}

/** HLG's code 0..1 as light of the scene, 0..1. */
export function hlgToScene(code: number): number {
  const [a, b, c] = [0.178_832_77, 0.284_668_92, 0.559_910_73];
  return code <= 0.5 ? (code * code) / 3 : (Math.exp((code - c) / a) + b) / 12;
}

/** The factor from HLG's light of the scene to that of a display of 1000 cd/m², for a pixel of this luminance in BT.2020. */
export const hlgGain = (luminance: number): number =>
  luminance > 0 ? luminance ** 0.2 * (1000 / referenceWhiteNits) : 0;

/** How far the middle of the curve lies on the tangent in its knee. */
const bend = 0.65;

/**
 * Returns the factor for a pixel whose brightest channel is `brightest`, for content up to `peak`; both relative to reference white. Up to reference
 * white the factor is constant, above it a quadratic Bézier curve ends in 1 at `peak`.
 */
export function makeToneGain(peak: number): (brightest: number) => number {
  const range = Math.max(0, Math.log2(peak));
  const white = 1 - 0.5 * Math.min(1, range / Math.log2(usualPeakNits / referenceWhiteNits));
  const [middleX, middleY] = [1 - bend + bend / white, (1 - bend) * white + bend];
  const [squareX, linearX] = [1 - 2 * middleX + peak, 2 * middleX - 2];
  const [squareY, linearY] = [white - 2 * middleY + 1, 2 * middleY - 2 * white];
  return brightest => {
    if (brightest <= 1) return white;
    if (brightest >= peak) return 1 / brightest;
    const offset = 1 - brightest;
    // The stable form of the quadratic formula: the square's factor may vanish.
    const t = (-2 * offset) / (linearX + Math.sqrt(linearX * linearX - 4 * squareX * offset));
    return (white + t * (linearY + t * squareY)) / brightest;
  };
}
