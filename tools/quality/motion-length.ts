// Measures the length of a motion: every edge across it has a twin of opposite sign at that length, which shows as a dip in the
// autocorrelation of the picture's differences along the motion. After Yitzhaky and Kopeika, "Identification of blur parameters from motion blurred
// images", 1997.
import type { Plane } from 'engines/pixels/plane.ts';

/** Least depth of a dip; shallower ones occur in pictures without motion. */
const leastDip = 0.115;
/** Range searched, as multiples of the length that the softness of edges suggests. */
const [shortest, longest] = [0.5, 1.8];
/** Length added by differences that are taken over two pixels. */
const added = 1;
/** Sampling step across and down, in pixels. */
const stride = 2;

/** Interpolates between pixels; x and y must lie inside. */
function levelAt({ data, width }: Plane, x: number, y: number): number {
  const at = Math.floor(y) * width + Math.floor(x);
  const [right, down] = [x - Math.floor(x), y - Math.floor(y)];
  const above = data[at]! * (1 - right) + data[at + 1]! * right;
  const below = data[at + width]! * (1 - right) + data[at + width + 1]! * right;
  return above * (1 - down) + below * down;
}

function differ(plane: Plane, across: number, down: number): Plane {
  const { width, height } = plane;
  const data = new Float32Array(width * height);
  for (let y = 2; y < height - 2; y++)
    for (let x = 2; x < width - 2; x++)
      data[y * width + x] = levelAt(plane, x + across, y + down) - levelAt(plane, x - across, y - down);
  return { data, width, height };
}

function compareMoved(differences: Plane, across: number, down: number, lag: number): number {
  const { data, width, height } = differences;
  let sum = 0;
  for (let y = 2; y < height - 3; y += stride) {
    const other = y + lag * down;
    if (other < 2 || other >= height - 3) continue;
    for (let x = 2; x < width - 3; x += stride) {
      const beside = x + lag * across;
      if (beside >= 2 && beside < width - 3) sum += data[y * width + x]! * levelAt(differences, beside, other);
    }
  }
  return sum;
}

/** Length in pixels of a motion in this direction, searched around `guess`; `guess` itself when there is no dip. */
export function measureMotionLength(planes: readonly Plane[], degrees: number, guess: number): number {
  const turn = (degrees * Math.PI) / 180;
  const [across, down] = [Math.cos(turn), Math.sin(turn)];
  const differences = planes.map(plane => differ(plane, across, down));
  const first = Math.max(2, Math.floor(guess * shortest));
  const last = Math.ceil(guess * longest) + added + 1;
  const likeness = (lag: number) => differences.reduce((sum, one) => sum + compareMoved(one, across, down, lag), 0);
  const whole = likeness(0);
  const found = Array.from({ length: last - first + 1 }, (_, i) => likeness(first + i) / whole);
  const dip = found.findIndex(
    (value, i) => i > 0 && i < found.length - 1 && value < -leastDip && value <= found[i - 1]! && value < found[i + 1]!,
  );
  return dip < 0 ? guess : first + dip - added;
}
