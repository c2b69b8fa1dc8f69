// The account corner of the header: a login button or the user menu. Its size is constant, so that the layout does not shift.
import { UserRound } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { Button } from 'ui/button.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { useWords } from 'ui/language.tsx';
import { announce } from '../events.ts';
import { useSession } from '../session.ts';
import { shellWords } from '../words/shell.ts';

const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

/** The home page painted at build time is the same for all visitors; boot.ts marks browsers that have a login. */
const isPainted = !globalThis.document;

export function AccountCorner() {
  const words = useWords(shellWords);
  const isLoggedIn = useSession(state => state.token !== null);
  // Logged in since the page was opened: the menu replaces the button.
  const wasLoggedOut = useRef(false);
  if (!isLoggedIn) wasLoggedOut.current = true;
  const openLogin = () => announce('login:open');
  const unseen = isPainted ? 'in-data-login:invisible' : isLoggedIn && 'invisible';
  return (
    // Reserves width for a short name, so that the layout does not shift on login.
    <div data-account className="relative ms-1.5 flex justify-end md:min-w-36">
      <div className={unseen || undefined}>
        <Button size="sm" className="max-md:hidden" onClick={openLogin}>
          {words.logIn}
        </Button>
        <IconButton
          className="md:hidden"
          label={words.logIn}
          onClick={openLogin}
          icon={<UserRound aria-hidden className="size-5" />}
        />
      </div>
      {(isPainted || isLoggedIn) && (
        <div className={isPainted ? 'not-in-data-login:hidden' : undefined}>
          <Suspense fallback={<FacePlace />}>
            {isPainted ? <FacePlace /> : <AccountMenu isNew={wasLoggedOut.current} />}
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** Placeholder for the avatar. */
function FacePlace() {
  return <span aria-hidden className="absolute inset-0 rounded-full bg-sunken" />;
}
