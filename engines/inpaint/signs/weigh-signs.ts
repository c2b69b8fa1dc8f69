// Weighs the signs that speak against a filling: each alone says little, and together they say how probably a person would reject it.

/** What speaks against a filling: see `measureSteps`, `measureRepeats`, `measureStrange` and, for the looks of two networks, `measureForeign`. */
export interface Signs {
  readonly steps: number;
  readonly repeats: number;
  readonly strange: number;
  /** Undefined where no hole is as large as one of a thing. */
  readonly looks: Looks | undefined;
}

export interface Looks {
  readonly subject: number;
  readonly thing: number;
}

/** Logistic regression, by `npm run calibrate-doubts`. docs/decisions/filling-objects.md has the figures. */
const weights = { subject: 9.506, thing: 14.443 } as const;
const bias = -8.874;
/** From these on, one sign makes a filling unsure, unless a rejection is less probable than `minRiskOfOne`: the networks say that ground goes on. */
const unsureFrom = { steps: 0.4, repeats: 18, strange: 18 };
const minRiskOfOne = 0.3;
/** Probability of a rejection from which on a filling is unsure without any other sign: see docs/decisions/filling-objects.md. */
const minRisk = 0.85;

/** The probability, 0..1, that a person would reject the filling of a large hole that looks like this. */
export const weighLooks = ({ subject, thing }: Looks): number =>
  1 / (1 + Math.exp(-(weights.subject * subject + weights.thing * thing + bias)));

/** Fillings of spots and of lines of writing are never unsure: see docs/decisions/filling-objects.md. */
export function isFillingUnsure({ steps, repeats, strange, looks }: Signs, weigh = weighLooks): boolean {
  if (!looks) return false;
  const isOneHigh = steps >= unsureFrom.steps || repeats >= unsureFrom.repeats || strange >= unsureFrom.strange;
  return weigh(looks) >= (isOneHigh ? minRiskOfOne : minRisk);
}
