// An amount of money as its currency is written: ¥29.90, $7.99.
import type { Edition } from 'contract/routes/orders.ts';

const signs: Record<Edition['currency'], string> = { CNY: '¥', USD: '$' };

/** `amount` is in fen or cents. */
export const formatPrice = (amount: number, currency: Edition['currency']): string =>
  `${signs[currency]}${(amount / 100).toFixed(2)}`;
