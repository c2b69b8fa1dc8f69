// Shows the purchase dialogs that any page can request. A visitor must log in first; cancelling the login cancels the purchase.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { listen } from '../events.ts';
import { useSession } from '../session.ts';
import { stopShopping, useShopping } from '../shopping.ts';
import { OfferDialog } from './offer-dialog.tsx';
import { FollowDialog, PayDialog } from './pay-dialog.tsx';

/** A payment belongs to the page that it was opened on: it closes when the person goes to another one. */
function useClosingOnLeave(wish: ReturnType<typeof useShopping.getState>['wish']): void {
  const { pathname } = useLocation();
  const openedAt = useRef<string | undefined>(undefined);
  const isPaying = wish?.kind === 'pay' || wish?.kind === 'follow';
  useEffect(() => {
    if (!isPaying) openedAt.current = undefined;
    else if (openedAt.current === undefined) openedAt.current = pathname;
    else if (openedAt.current !== pathname) stopShopping();
  }, [isPaying, pathname]);
}

export function PayHost() {
  const { wish, afterwards } = useShopping();
  const isLoggedIn = useSession(state => state.token !== null);
  useEffect(() => listen('login:left', stopShopping), []);
  useClosingOnLeave(wish);
  if (!wish) return null;
  if (wish.kind === 'offer')
    return (
      <OfferDialog
        coins={wish.coins}
        reason={wish.reason}
        isDownload={afterwards !== null && !afterwards.isRun}
        onClose={stopShopping}
      />
    );
  if (!isLoggedIn) return null;
  return wish.kind === 'pay' ? (
    <PayDialog key={wish.edition.id} edition={wish.edition} afterwards={afterwards} onClose={stopShopping} />
  ) : (
    <FollowDialog key={wish.orderNo} orderNo={wish.orderNo} onClose={stopShopping} />
  );
}
