/** The middle of these values in order, of an even number the upper of the two middles; 0 without a value. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
