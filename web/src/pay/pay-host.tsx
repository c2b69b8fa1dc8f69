// Shows the purchase dialogs that any page can request. A visitor must log in first; cancelling the login cancels the purchase.
import { useEffect } from 'react';
import { listen } from '../events.ts';
import { useSession } from '../session.ts';
import { OfferDialog } from './offer-dialog.tsx';
import { FollowDialog, PayDialog } from './pay-dialog.tsx';
import { stopShopping, useShopping } from './shopping.ts';

export function PayHost() {
  const { wish, afterwards } = useShopping();
  const isLoggedIn = useSession(state => state.token !== null);
  useEffect(() => listen('login:left', stopShopping), []);
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
