// What the user is about to buy. Any page can request a purchase; pay-host.tsx shows the dialogs.
import type { Edition } from 'contract/routes/orders.ts';
import { create } from 'zustand';
import { announce } from './events.ts';
import { isLoggedIn } from './session.ts';

/** How to continue after the payment, e.g. with the download that was refused. */
export interface Afterwards {
  readonly label: string;
  /** It starts a run, instead of downloading a result that is there. */
  readonly isRun?: true;
  readonly run: () => void;
}

type Wish =
  /** A payment is required: the price in coins (null if coins are not accepted), and the server's message. */
  | { readonly kind: 'offer'; readonly coins: number | null; readonly reason: string }
  | { readonly kind: 'pay'; readonly edition: Edition }
  /** An order that is being paid on a provider's page. */
  | { readonly kind: 'follow'; readonly orderNo: string };

interface Shopping {
  readonly wish: Wish | null;
  readonly afterwards: Afterwards | null;
}

export const useShopping = create<Shopping>()(() => ({ wish: null, afterwards: null }));

/** Opens the payment dialog for a plan or coin pack; a visitor must log in first. */
export function buy(edition: Edition): void {
  useShopping.setState({ wish: { kind: 'pay', edition } });
  if (!isLoggedIn()) announce('login:open');
}

export const followOrder = (orderNo: string): void =>
  useShopping.setState({ wish: { kind: 'follow', orderNo }, afterwards: null });

/** Shows the price of something and the ways to pay it. */
export const offerPayment = (
  asked: { coins: number | null; reason: string },
  afterwards: Afterwards | null = null,
): void => useShopping.setState({ wish: { kind: 'offer', ...asked }, afterwards });

export const stopShopping = (): void => useShopping.setState({ wish: null, afterwards: null });
