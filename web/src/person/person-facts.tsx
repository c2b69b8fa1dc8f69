// The user's points, if any, for members the remaining uses and the last day of the membership, and what they had spent of refunded orders, which
// their next points or uses pay back. Points and uses held by results do not count.
import type { User } from 'contract/routes/accounts.ts';
import { fill, formatCount } from 'contract/words.ts';
import { useWords } from 'ui/language.tsx';
import { formatEnd } from './format-day.ts';
import { personWords } from './person-words.ts';

export function usePlanName(user: User): string {
  const words = useWords(personWords);
  return user.edition?.mealName ?? (user.isMember === 1 ? words.memberPlan : words.freePlan);
}

/** Empty for a user who owes nothing. */
export const describeOwed = (
  { coinOwed, useOwed }: Pick<User, 'coinOwed' | 'useOwed'>,
  words: { owedCoins: string; owedUses: string },
): string =>
  [
    coinOwed > 0 && fill(words.owedCoins, { count: formatCount(coinOwed) }),
    useOwed > 0 && fill(words.owedUses, { count: formatCount(useOwed) }),
  ]
    .filter(Boolean)
    .join(' + ');

export function PersonFacts({ user }: { user: User }) {
  const words = useWords(personWords);
  const isMember = user.isMember === 1;
  const endsOn = user.memberEndTime ? formatEnd(new Date(user.memberEndTime)) : words.forever;
  const owed = describeOwed(user, words);
  const facts = [
    [words.points, user.coin > 0 && formatCount(user.coinLeft)],
    [words.usesLeft, isMember && user.useMaxNum !== null && formatCount(user.useMaxNum)],
    [words.validUntil, isMember && endsOn],
    [words.owed, owed !== '' && owed],
  ] as const;
  const shown = facts.filter(([, value]) => value !== false);
  if (shown.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-3">
      {shown.map(([label, value]) => (
        <div key={label} className="grid">
          <dt className="text-[0.8125rem] text-soft">{label}</dt>
          <dd className="font-semibold whitespace-nowrap tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
