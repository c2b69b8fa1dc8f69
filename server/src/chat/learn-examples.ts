// Learns from written examples which subject a question is about: a tool, a topic about the site, or something that the site does not do. The model is
// a multinomial logistic regression over words, pairs of words and runs of characters.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { listFeatures } from './features.ts';

/** One file per subject, named after it: a tool's folder, `site-` and a topic's name, `nothing` or `cannot`. */
const folder = path.join(import.meta.dirname, 'examples');

const epochs = 5;
/** How often each line is written out, each time with its alternatives combined differently. */
const draws = 2;
/** Maximum number of variants of a line in one draw. */
const maxVariants = 24;
/** Learning rates of the first and the last example. */
const rates = { first: 4, last: 0.05 };
/** The bias learns more slowly, because how many examples a subject has says nothing about how often people ask for it. */
const biasRate = 0.02;
/** Smaller errors are not propagated, which halves the time without changing the answers. */
const minError = 0.003;
/** Maximum logarithm of odds, so that their exponential stays finite. */
const maxOdd = 60;
/** Examples between pauses in which requests are handled. */
const examplesPerTurn = 200;

/** A line of examples: fixed text, and slots `{a|b|}` of which one alternative is taken. */
type Template = readonly (readonly string[])[];

const parseTemplate = (line: string): Template =>
  line.split(/[{}]/).map((part, at) => (at % 2 === 0 ? [part] : part.split('|')));

/** A fixed sequence of numbers below 1, so that all servers learn the same. */
function openChance(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffle<T>(all: readonly T[], chance: () => number): T[] {
  const shuffled = [...all];
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(chance() * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
  }
  return shuffled;
}

/** Writes as many variants as the longest slot has alternatives, at most `maxVariants`, so that every alternative occurs. */
function writeVariants(template: Template, chance: () => number): string[] {
  const orders = template.map(slot => shuffle(slot, chance));
  const count = Math.min(maxVariants, Math.max(...template.map(slot => slot.length)));
  return Array.from({ length: count }, (_, at) => orders.map(slot => slot[at % slot.length]).join(''));
}

interface Line {
  /** Index of the subject. */
  readonly subject: number;
  readonly template: Template;
}

async function readLines(): Promise<{ subjects: readonly string[]; lines: readonly Line[] }> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.txt')).sort();
  const lines = await Promise.all(
    files.map(async (file, subject) => {
      const text = await readFile(path.join(folder, file), 'utf8');
      const written = text.split('\n').filter(line => line !== '' && !line.startsWith('#'));
      return written.map(line => ({ subject, template: parseTemplate(line) }));
    }),
  );
  return { subjects: files.map(file => path.basename(file, '.txt')), lines: lines.flat() };
}

interface Example {
  readonly subject: number;
  /** Numbers of its features. */
  readonly features: Int32Array;
}

/** Writes out the examples of the lines, and numbers their features. */
async function writeExamples(lines: readonly Line[], ids: Map<string, number>, chance: () => number) {
  const examples: Example[] = [];
  for (const { subject, template } of lines) {
    for (const text of writeVariants(template, chance)) {
      const features = Int32Array.from(listFeatures(text), name => {
        const id = ids.get(name) ?? ids.size;
        ids.set(name, id);
        return id;
      });
      examples.push({ subject, features });
      if (examples.length % examplesPerTurn === 0) await setImmediate();
    }
  }
  return examples;
}

class Regression {
  readonly #subjects: number;
  /** For each feature, its weight for every subject. */
  readonly #weights: Float32Array;
  readonly #bias: Float32Array;
  /** Holds the latest result of `rate`, which is called tens of thousands of times while learning. */
  readonly #odds: Float32Array;

  constructor(subjects: number, features: number) {
    this.#subjects = subjects;
    this.#weights = new Float32Array(features * subjects);
    this.#bias = new Float32Array(subjects);
    this.#odds = new Float32Array(subjects);
  }

  /** Returns the probability of each subject, valid until the next call. Long questions weigh as much as short ones. */
  rate(features: Int32Array): Float32Array {
    const odds = this.#odds;
    const share = 1 / Math.sqrt(Math.max(1, features.length));
    odds.set(this.#bias);
    for (const id of features) {
      const from = id * this.#subjects;
      for (let at = 0; at < this.#subjects; at++) odds[at]! += this.#weights[from + at]! * share;
    }
    let sum = 0;
    for (let at = 0; at < this.#subjects; at++) {
      odds[at] = Math.exp(Math.min(odds[at]!, maxOdd));
      sum += odds[at]!;
    }
    for (let at = 0; at < this.#subjects; at++) odds[at]! /= sum;
    return odds;
  }

  learn({ subject, features }: Example, rate: number): void {
    const errors = this.rate(features);
    errors[subject]! -= 1;
    const share = 1 / Math.sqrt(Math.max(1, features.length));
    const wrong: number[] = [];
    for (let at = 0; at < this.#subjects; at++) if (Math.abs(errors[at]!) > minError) wrong.push(at);
    for (const id of features) {
      const from = id * this.#subjects;
      for (const at of wrong) this.#weights[from + at]! -= rate * share * errors[at]!;
    }
    for (const at of wrong) this.#bias[at]! -= rate * biasRate * errors[at]!;
  }
}

/** The probability of each subject for a question. */
export type Classify = (question: string) => ReadonlyMap<string, number>;

async function learn(): Promise<Classify> {
  const { subjects, lines } = await readLines();
  const chance = openChance();
  const ids = new Map<string, number>();
  const written: Example[][] = [];
  for (let draw = 0; draw < draws; draw++) written.push(await writeExamples(lines, ids, chance));
  const regression = new Regression(subjects.length, ids.size);
  const total = Array.from({ length: epochs }, (_, epoch) => written[epoch % draws]!.length).reduce((a, b) => a + b, 0);
  let done = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const example of shuffle(written[epoch % draws]!, chance)) {
      regression.learn(example, rates.last + (rates.first - rates.last) * (1 - done / total));
      if (++done % examplesPerTurn === 0) await setImmediate();
    }
  }
  return question => {
    const known = listFeatures(question).flatMap(name => ids.get(name) ?? []);
    const odds = regression.rate(Int32Array.from(known));
    return new Map(subjects.map((subject, at) => [subject, odds[at]!]));
  };
}

let learned: Promise<Classify> | undefined;

/** Learns once per process. */
export function learnExamples(): Promise<Classify> {
  learned ??= learn();
  return learned;
}
