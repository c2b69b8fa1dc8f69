// Weighs the signs that speak against a filling: each alone says little, and together they say how probably a person would reject it.

/** What speaks against a filling: see `measureSteps`, `measureRepeats`, `measureStrange` and `measureForeign`. */
export interface Signs {
  readonly steps: number;
  readonly repeats: number;
  readonly strange: number;
  /** Undefined where no hole is as large as one of a thing. */
  readonly foreign: number | undefined;
}

/** Logistic regression, by `npm run calibrate-doubts`. docs/decisions/filling-objects.md has the figures. */
const weights = [0.244, 0.029, 0.494, 12.395] as const;
const bias = -8.414;
/** From these on, one sign makes a filling unsure, unless a rejection is less probable than `minRiskOfOne`: all others say that ground goes on. */
const unsureFrom = { steps: 0.4, repeats: 18, strange: 18 };
const minRiskOfOne = 0.3;
/** Probability of a rejection from which on a filling is unsure: where it doubts no good one of `tune` that the lines above do not doubt as well. */
export const minRisk = 0.65;

/** The signs on scales on which they add up. The few very high values of the first three say hardly more than high ones. */
export const scaleSigns = ({
  steps,
  repeats,
  strange,
  foreign = 0,
}: Signs): readonly [number, number, number, number] => [
  Math.log1p(10 * steps),
  Math.log1p(repeats),
  Math.log1p(strange),
  foreign,
];

/** The probability, 0..1, that a person would reject the filling of a large hole with these signs. */
export function weighSigns(signs: Signs): number {
  const sum = scaleSigns(signs).reduce((all, value, at) => all + weights[at]! * value, bias);
  return 1 / (1 + Math.exp(-sum));
}

/** Fillings of spots and of lines of writing are never unsure: see docs/decisions/filling-objects.md. */
export function isFillingUnsure(signs: Signs): boolean {
  const { steps, repeats, strange, foreign } = signs;
  if (foreign === undefined) return false;
  const isOneHigh = steps >= unsureFrom.steps || repeats >= unsureFrom.repeats || strange >= unsureFrom.strange;
  return weighSigns(signs) >= (isOneHigh ? minRiskOfOne : minRisk);
}
