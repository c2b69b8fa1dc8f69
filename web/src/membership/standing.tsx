// The user's balance: plan, uses, last day and coins, or that their membership has ended.
import type { User } from 'contract/routes/accounts.ts';
import { CircleAlert, Crown } from 'lucide-react';
import { useEffect } from 'react';
import { useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { loadUser } from '../load-user.ts';
import { PersonFacts, usePlanName } from '../person/person-facts.tsx';
import { useSession } from '../session.ts';
import { membershipWords } from './words.ts';

export function Standing() {
  const t = useWords(membershipWords);
  const { user, hasLapsed } = useSession();
  // Something may have been used or bought since the page was opened.
  useEffect(() => void loadUser(), []);
  if (!user) return null;
  return (
    <>
      {hasLapsed && (
        <div className="mx-auto w-full max-w-2xl">
          <Callout tone="warn" icon={<CircleAlert />} title={t.expired}>
            {t.expiredText}
          </Callout>
        </div>
      )}
      {(user.isMember === 1 || user.coin > 0 || user.coinOwed > 0 || user.useOwed > 0) && <Owned user={user} />}
    </>
  );
}

function Owned({ user }: { user: User }) {
  const t = useWords(membershipWords);
  const plan = usePlanName(user);
  return (
    <section
      aria-label={t.yours}
      className="card mx-auto flex w-full max-w-2xl flex-wrap items-center gap-x-8 gap-y-4 px-6 py-4"
    >
      <p className="flex items-center gap-2.5 font-bold">
        <Crown aria-hidden className="size-5 text-accent-ink" />
        {plan}
      </p>
      <PersonFacts user={user} />
    </section>
  );
}
