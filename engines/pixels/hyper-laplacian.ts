// The gradients of sharp images follow a hyper-Laplacian distribution: most are almost zero, a few are large. Shrinks gradients accordingly, as one
// step of half-quadratic splitting (Krishnan and Fergus, "Fast image deconvolution using hyper-Laplacian priors", NIPS 2009).

/** Exponent of the distribution: 2 is Gaussian, 1 is total variation. Below 0.8, soft shading breaks into patches. */
const exponent = 0.8;
const slots = 2048;
/** Maximum gradient in the table, in levels of 0..1; larger ones hardly change. */
const reach = 0.6;
const newtonSteps = 8;

/** Tabulates, for gradients from 0 to `reach`, the w that minimises |w|^exponent + weight / 2 (w - gradient)^2. */
export function tabulateShrinking(weight: number): Float32Array {
  const table = new Float32Array(slots + 2);
  for (let i = 1; i < table.length; i++) {
    const gradient = (i / slots) * reach;
    let w = gradient;
    for (let step = 0; step < newtonSteps && w > 0; step++) {
      const slope = exponent * w ** (exponent - 1) + weight * (w - gradient);
      const bend = exponent * (exponent - 1) * w ** (exponent - 2) + weight;
      w = bend > 0 ? w - slope / bend : 0;
    }
    const costOfZero = (weight / 2) * gradient ** 2;
    const isBetter = w > 0 && w ** exponent + (weight / 2) * (w - gradient) ** 2 < costOfZero;
    table[i] = isBetter ? w : 0;
  }
  return table;
}

function shrink(gradient: number, table: Float32Array): number {
  const size = gradient < 0 ? -gradient : gradient;
  const at = size * (slots / reach);
  const slot = at | 0;
  const kept =
    at >= slots ? table[slots]! + (size - reach) : table[slot]! + (table[slot + 1]! - table[slot]!) * (at - slot);
  return gradient < 0 ? -kept : kept;
}

/**
 * Shrinks the horizontal and vertical gradients of a square of `side` pixels with periodic borders, and writes their negative divergence to `out`:
 * the right-hand side of the equation that turns them back into an image.
 */
export function divergeShrunken(values: Float32Array, out: Float32Array, side: number, table: Float32Array): void {
  out.fill(0);
  for (let y = 0; y < side; y++) {
    const row = y * side;
    const below = y + 1 === side ? 0 : row + side;
    for (let x = 0; x < side; x++) {
      const right = x + 1 === side ? row : row + x + 1;
      const value = values[row + x]!;
      const across = shrink(values[right]! - value, table);
      const down = shrink(values[below + x]! - value, table);
      out[row + x]! -= across + down;
      out[right]! += across;
      out[below + x]! += down;
    }
  }
}
