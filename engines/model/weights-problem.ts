// The failure of adding weights that the operator can act on.

/** Its message is a single sentence to print. */
export class WeightsProblem extends Error {}
