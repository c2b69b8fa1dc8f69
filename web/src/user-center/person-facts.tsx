// The user's points, if any, and for members the remaining uses and the last day of the membership. Points and uses held by results do not count.
import type { User } from 'contract/routes/accounts.ts';
import { formatCount } from 'contract/words.ts';
import { useWords } from 'ui/language.tsx';
import { formatEnd } from './format-day.ts';
import { personWords } from './person-words.ts';

export function usePlanName(user: User): string {
  const words = useWords(personWords);
  return user.edition?.mealName ?? (user.isMember === 1 ? words.memberPlan : words.freePlan);
}

export function PersonFacts({ user }: { user: User }) {
  const words = useWords(personWords);
  const isMember = user.isMember === 1;
  const endsOn = user.memberEndTime ? formatEnd(new Date(user.memberEndTime)) : words.forever;
  const facts = [
    [words.points, user.coin > 0 && formatCount(user.coinLeft)],
    [words.usesLeft, isMember && user.useMaxNum !== null && formatCount(user.useMaxNum)],
    [words.validUntil, isMember && endsOn],
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
