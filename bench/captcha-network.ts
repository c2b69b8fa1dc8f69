// The attacker that learns to recognise figures: a small network puts piece and holes into one space, where those of a kind shall lie
// near each other. It needs nothing but the answers of many challenges.
import { softmax } from './captcha-learners.ts';

export interface Sample {
  /** Of the piece first, then of the holes; as seen, and mirrored. */
  readonly seen: readonly Float32Array[];
  readonly mirrored: readonly Float32Array[];
  readonly right: number;
}

const [hidden, places] = [72, 32];
const [epochs, batch, rate] = [24, 32, 2e-3];

/** Weights of one layer, moved by Adam. */
class Layer {
  readonly weights: Float32Array;
  readonly #change: Float32Array;
  readonly #first: Float32Array;
  readonly #second: Float32Array;
  readonly outputs: number;
  #steps = 0;

  constructor(inputs: number, outputs: number) {
    this.outputs = outputs;
    const spread = Math.sqrt(3 / inputs);
    this.weights = Float32Array.from({ length: inputs * outputs }, () => (Math.random() * 2 - 1) * spread);
    this.#change = new Float32Array(inputs * outputs);
    this.#first = new Float32Array(inputs * outputs);
    this.#second = new Float32Array(inputs * outputs);
  }

  apply(input: Float32Array): Float32Array {
    const output = new Float32Array(this.outputs);
    for (let i = 0; i < input.length; i++) {
      const value = input[i]!;
      if (value === 0) continue;
      for (let k = 0, at = i * this.outputs; k < this.outputs; k++, at++) output[k]! += value * this.weights[at]!;
    }
    return output;
  }

  /** Accumulates the gradients for the error of the output; returns the gradient of the input if it is asked for. */
  blame(input: Float32Array, off: Float32Array, isAsked: boolean): Float32Array {
    const back = new Float32Array(isAsked ? input.length : 0);
    for (let i = 0; i < input.length; i++) {
      const value = input[i]!;
      if (value === 0) continue;
      let sum = 0;
      for (let k = 0, at = i * this.outputs; k < this.outputs; k++, at++) {
        this.#change[at]! += value * off[k]!;
        sum += this.weights[at]! * off[k]!;
      }
      if (isAsked) back[i] = sum;
    }
    return back;
  }

  step(size: number): void {
    this.#steps++;
    const [a, b] = [1 - 0.9 ** this.#steps, 1 - 0.999 ** this.#steps];
    for (let i = 0; i < this.weights.length; i++) {
      const change = this.#change[i]!;
      this.#first[i] = 0.9 * this.#first[i]! + 0.1 * change;
      this.#second[i] = 0.999 * this.#second[i]! + 0.001 * change * change;
      this.weights[i]! -=
        size * (this.#first[i]! / a / (Math.sqrt(this.#second[i]! / b) + 1e-8) + 2e-3 * this.weights[i]!);
      this.#change[i] = 0;
    }
  }
}

const sharpness = 8;

class Network {
  readonly #lower: Layer;
  readonly #upper = new Layer(hidden, places);

  constructor(inputs: number) {
    this.#lower = new Layer(inputs, hidden);
  }

  /** Where a figure lies, on a ball; a part of what leads there is left out while learning, so that none is relied upon alone. */
  #place(input: Float32Array, leftOut: number) {
    const inner = this.#lower
      .apply(input)
      .map(value => (value > 0 && Math.random() >= leftOut ? value / (1 - leftOut) : 0));
    const outer = this.#upper.apply(inner);
    const length = Math.hypot(...outer) + 1e-6;
    return { input, inner, length, place: outer.map(value => value / length) };
  }

  judge(inputs: readonly Float32Array[]): number[] {
    const [piece, ...holes] = inputs.map(input => this.#place(input, 0).place);
    return holes.map(hole => hole.reduce((sum, value, i) => sum + value * piece![i]!, 0));
  }

  learn(inputs: readonly Float32Array[], right: number): void {
    const leftOut = 0.3;
    const all = inputs.map(input =>
      this.#place(
        input.map(value => (Math.random() < 0.15 ? 0 : value)),
        leftOut,
      ),
    );
    const [piece, ...holes] = all;
    const near = holes.map(hole => hole.place.reduce((sum, value, i) => sum + value * piece!.place[i]!, 0));
    const offs = softmax(near.map(value => value * sharpness)).map(
      (share, i) => sharpness * (share - (i === right ? 1 : 0)),
    );
    const ofPiece = piece!.place.map((_, i) => holes.reduce((sum, hole, k) => sum + offs[k]! * hole.place[i]!, 0));
    for (const [k, one] of all.entries()) {
      const wanted = k === 0 ? ofPiece : piece!.place.map(value => offs[k - 1]! * value);
      // Only what moves it along the ball counts.
      const along = wanted.reduce((sum, value, i) => sum + value * one.place[i]!, 0);
      const off = wanted.map((value, i) => (value - along * one.place[i]!) / one.length);
      const back = this.#upper.blame(one.inner, off, true);
      this.#lower.blame(
        one.input,
        back.map((value, i) => (one.inner[i]! > 0 ? value / (1 - leftOut) : 0)),
        false,
      );
    }
  }

  step(size: number): void {
    this.#lower.step(size);
    this.#upper.step(size);
  }
}

/** Says of each hole how near its figure lies to that of the piece. */
export function trainNetwork(samples: readonly Sample[]): (sample: Omit<Sample, 'right'>) => number[] {
  const network = new Network(samples[0]!.seen[0]!.length);
  for (let epoch = 0; epoch < epochs; epoch++) {
    const size = (rate * (1 + Math.cos((Math.PI * epoch) / epochs))) / 2;
    const order = samples.map(sample => ({ sample, key: Math.random() })).sort((a, b) => a.key - b.key);
    for (const [i, { sample }] of order.entries()) {
      const views = sample.seen.map((seen, k) => (Math.random() < 0.5 ? seen : sample.mirrored[k]!));
      network.learn(views, sample.right);
      if (i % batch === batch - 1) network.step(size);
    }
  }
  return ({ seen, mirrored }) => {
    const all = [seen, mirrored, [seen[0]!, ...mirrored.slice(1)], [mirrored[0]!, ...seen.slice(1)]].map(views =>
      network.judge(views),
    );
    return all[0]!.map((_, k) => all.reduce((sum, each) => sum + each[k]!, 0));
  };
}
