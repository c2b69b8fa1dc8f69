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
/** Probability of a rejection from which on a filling is unsure: about a fifth of the good ones of `tune` are, which is what may be. */
export const minRisk = 0.55;

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
export const isFillingUnsure = (signs: Signs): boolean => signs.foreign !== undefined && weighSigns(signs) >= minRisk;
