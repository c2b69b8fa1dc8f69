// Blurs a plane of numbers by three box filters, which together are near a Gaussian (Wells, 1986). Time does not depend on the radius.

function blurLine(from: Float32Array, to: Float32Array, start: number, step: number, length: number, radius: number) {
  const last = length - 1;
  const at = (place: number) => from[start + Math.min(last, Math.max(0, place)) * step]!;
  let sum = 0;
  for (let place = -radius; place <= radius; place++) sum += at(place);
  const share = 1 / (2 * radius + 1);
  for (let place = 0; place < length; place++) {
    to[start + place * step] = sum * share;
    sum += at(place + radius + 1) - at(place - radius);
  }
}

/** A blurred copy; `sigma` in pixels. What is beyond the border continues as it is at the border. */
export function blurPlane(plane: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const radius = Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2);
  const blurred = plane.slice();
  if (radius < 1) return blurred;
  const between = new Float32Array(plane.length);
  for (let pass = 0; pass < 3; pass++) {
    for (let y = 0; y < height; y++) blurLine(blurred, between, y * width, 1, width, radius);
    for (let x = 0; x < width; x++) blurLine(between, blurred, x, width, height, radius);
  }
  return blurred;
}
