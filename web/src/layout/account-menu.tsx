// The avatar in the header and the card that opens below it. Logging out asks for confirmation.
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWords } from 'ui/language.tsx';
import { Avatar } from '../person/avatar.tsx';
import { useSession } from '../session.ts';
import { AccountCard } from './account-card.tsx';
import { accountWords } from './account-words.ts';
import { useHoverCard } from './use-hover-card.ts';

const LogOutDialog = lazy(async () => ({ default: (await import('./log-out-dialog.tsx')).LogOutDialog }));

const cardId = 'account-card';

/** `isNew`: the menu has just replaced the login button. */
export function AccountMenu({ isNew }: { isNew: boolean }) {
  const words = useWords(accountWords);
  const user = useSession(state => state.user);
  const rootRef = useRef<HTMLDivElement>(null);
  const card = useHoverCard(rootRef);
  const [isLeaving, setIsLeaving] = useState(false);
  const focusButton = useEffectEvent(card.focusButton);
  useEffect(() => {
    // The element that opened the dialog has disappeared with the card, so the focus is returned here.
    if (isLeaving) return () => focusButton();
  }, [isLeaving]);
  useEffect(() => {
    // The element that opened the login may be gone. If a heading or field has the focus by now, it keeps it.
    const holder = document.activeElement;
    if (isNew && (!holder || holder === document.body || !holder.checkVisibility({ visibilityProperty: true })))
      focusButton();
  }, [isNew]);
  return (
    <>
      <div ref={rootRef} {...card.root} className="absolute inset-0">
        <button
          type="button"
          {...card.button}
          aria-expanded={card.isOpen}
          aria-controls={cardId}
          className="flex size-full items-center justify-center gap-2 rounded-full px-1 text-sm transition hover:bg-sunken"
        >
          <Avatar src={user?.avatar} name={user?.nickName} />
          <span className="sr-only">{user ? `${words.account}: ${user.nickName}` : words.account}</span>
          <span aria-hidden className="min-w-0 truncate font-medium max-md:hidden">
            {user?.nickName}
          </span>
        </button>
        {card.isOpen && (
          <section
            id={cardId}
            aria-label={words.account}
            className="absolute end-0 top-full z-30 w-80 max-w-[calc(100vw-2rem)] pt-4 max-md:-end-11"
          >
            <AccountCard
              user={user}
              onLeave={() => {
                card.close();
                setIsLeaving(true);
              }}
              onChoose={card.close}
            />
          </section>
        )}
      </div>
      {isLeaving && (
        <Suspense fallback={null}>
          <LogOutDialog onClose={() => setIsLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}
