// Weighs the signs that speak against a filling: each alone says little, and together they say how probably a person would reject it.

/** What speaks against a filling: see `measureSteps`, `measureRepeats`, `measureStrange` and, for the looks of two networks, `measureForeign`. */
export interface Signs {
  readonly steps: number;
  readonly repeats: number;
  readonly strange: number;
  /** Of the copied filling that a person would most probably reject; undefined where no hole is as large as one of a thing. */
  readonly looks: Looks | undefined;
  /** Likewise of those that a network imagined. */
  readonly imagined?: Looks | undefined;
}

export interface Looks {
  readonly subject: number;
  readonly thing: number;
  /** Whether they are of a thin hole, as logos and writing leave them. */
  readonly isThin: boolean;
}

/** Logistic regression, by `npm run calibrate-doubts`. docs/decisions/filling-objects.md has the figures. */
const weights = { subject: 9.506, thing: 14.443 } as const;
const bias = -8.874;
/** By so much lower are the odds, in logarithms, of a hole that is thin everywhere: fewer of these are rejected, whatever networks see in them. */
export const thinOdds = -1.2;
/** From these on, one sign makes a filling unsure, unless a rejection is less probable than `minRiskOfOne`: the networks say that ground goes on. */
const unsureFrom = { steps: 0.4, repeats: 18, strange: 18 };
const minRiskOfOne = 0.3;
/** Probability of a rejection from which on a filling is unsure without any other sign: see docs/decisions/filling-objects.md. */
const minRisk = 0.85;

/** The logarithm of the odds that a person would reject it. */
const weighOdds = ({ subject, thing, isThin }: Looks): number =>
  weights.subject * subject + weights.thing * thing + bias + (isThin ? thinOdds : 0);

/** The probability, 0..1, that a person would reject the filling of a large hole that looks like this. */
export const weighLooks = (looks: Looks): number => 1 / (1 + Math.exp(-weighOdds(looks)));

/** What was imagined fits its surroundings in the eyes of networks more easily than what was copied. */
const minRiskImagined = 0.5;
/** From this probability on, a network that imagines is asked for another filling. */
const minRiskToImagine = 0.3;

/** What is imagined is softer than what is copied, so it has to gain so much, in logarithms of odds. */
const minGain = 0.2;

/** Whether a filling of a large hole that looks like `one` is to be preferred to one that looks like `other`. */
export const isClearlyBetter = (one: Looks, other: Looks): boolean => weighOdds(one) <= weighOdds(other) - minGain;

/** Whether another filling of a large hole that looks like this may be better. */
export const isWorthImagining = (looks: Looks): boolean => weighLooks(looks) >= minRiskToImagine;

/** Fillings of spots and of lines of writing are never unsure: see docs/decisions/filling-objects.md. */
export function isFillingUnsure({ steps, repeats, strange, looks, imagined }: Signs, weigh = weighLooks): boolean {
  if (imagined && weigh(imagined) >= minRiskImagined) return true;
  if (!looks) return false;
  const isOneHigh = steps >= unsureFrom.steps || repeats >= unsureFrom.repeats || strange >= unsureFrom.strange;
  return weigh(looks) >= (isOneHigh ? minRiskOfOne : minRisk);
}
