// The path of a camera in a hand: slow sway with inertia and a fine tremor, as curves, never straight lines.
import { createNormal } from '../random.ts';

export interface Pose {
  /** Offset in pixels. */
  readonly x: number;
  readonly y: number;
  /** Rotation in radians. */
  readonly turn: number;
}

export interface Hand {
  /** Standard deviation of the sway in pixels. */
  readonly sway: number;
  /** Amplitude of the tremor in pixels. */
  readonly tremor: number;
  /** Standard deviation of the rotation in radians. */
  readonly turn: number;
}

/** Hands tremble at about 8 to 12 Hz, and sway within about a second. */
const [slowest, fastest] = [8, 12];
const swaySeconds = 0.7;
const steps = 240;

/** A value that is pushed at random, pulled back to 0 and slowed down; `deviation` is its long-run standard deviation. */
function createSway(normal: () => number, deviation: number): () => number {
  const dt = 1 / steps;
  const pull = (2 * Math.PI * (0.25 / swaySeconds)) ** 2;
  const drag = 1.4 * Math.sqrt(pull);
  const push = deviation * Math.sqrt(2 * drag * pull);
  let value = deviation * normal();
  let speed = deviation * Math.sqrt(pull) * normal();
  return () => {
    speed += (-pull * value - drag * speed) * dt + push * Math.sqrt(dt) * normal();
    value += speed * dt;
    return value;
  };
}

/** Poses at `rate` per second for `seconds`; `random` decides the path. */
export function walkHand(random: () => number, hand: Hand, seconds: number, rate: number): readonly Pose[] {
  const normal = createNormal(random);
  const [x, y] = [createSway(normal, hand.sway), createSway(normal, hand.sway)];
  const turn = createSway(normal, hand.turn);
  const waves = Array.from({ length: 3 }, () => ({
    speed: 2 * Math.PI * (slowest + (fastest - slowest) * random()),
    phase: 2 * Math.PI * random(),
    heading: 2 * Math.PI * random(),
    size: (hand.tremor / 3) * (0.5 + random()),
  }));
  const path: Pose[] = [];
  const count = Math.ceil(seconds * steps);
  for (let step = 0; step <= count; step++) {
    const time = step / steps;
    const pose = { x: x(), y: y(), turn: turn() };
    for (const { speed, phase, heading, size } of waves) {
      const swing = size * Math.sin(speed * time + phase);
      pose.x += swing * Math.cos(heading);
      pose.y += swing * Math.sin(heading);
    }
    path.push(pose);
  }
  const wanted = Math.round(seconds * rate);
  return Array.from({ length: wanted }, (_, k) => poseAt(path, (k / rate) * steps));
}

function poseAt(path: readonly Pose[], place: number): Pose {
  const index = Math.min(path.length - 2, Math.floor(place));
  const [from, to, part] = [path[index]!, path[index + 1]!, place - index];
  const between = (a: number, b: number) => a + (b - a) * part;
  return { x: between(from.x, to.x), y: between(from.y, to.y), turn: between(from.turn, to.turn) };
}
