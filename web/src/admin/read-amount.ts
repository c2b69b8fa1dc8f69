// Parses amounts typed by operators: at most two decimals, in the main unit of the currency.

/** Returns fen or cents, or undefined if the text is not such an amount. */
export function readAmount(typed: string): number | undefined {
  const match = /^\s*(\d{1,7})(?:[.。](\d{1,2}))?\s*$/.exec(typed);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
}

export const writeAmount = (amount: number): string => (amount / 100).toFixed(2);
