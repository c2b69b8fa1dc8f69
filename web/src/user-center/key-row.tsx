// One API key in the list: what it may do, what it has spent, and when it was used.
import type { ApiKey } from 'contract/routes/api-keys.ts';
import { fill } from 'contract/words.ts';
import { Button } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { formatDay } from '../person/format-day.ts';
import { settings } from '../settings.ts';
import { lastDay } from './key-days.ts';
import { keyWords } from './key-words.ts';
import { tellTime } from './relative-time.ts';

export const stateOf = ({ revokedAt, expiresAt }: ApiKey): 'live' | 'revoked' | 'expired' => {
  if (revokedAt) return 'revoked';
  return expiresAt && new Date(expiresAt) <= new Date() ? 'expired' : 'live';
};

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly onChange: () => void;
  readonly onRevoke: () => void;
}

export function KeyRow({ apiKey, onChange, onRevoke }: KeyRowProps) {
  const words = useWords(keyWords);
  const language = useLanguage();
  const { name, lastFour, createdAt, lastUsedAt, expiresAt } = apiKey;
  const state = stateOf(apiKey);
  const used = lastUsedAt
    ? fill(words.usedAt, { time: tellTime(new Date(lastUsedAt), new Date(), language) })
    : words.neverUsed;
  const times = [
    used,
    fill(words.madeAt, { day: formatDay(new Date(createdAt)) }),
    ...(expiresAt ? [fill(words.endsAt, { day: lastDay(expiresAt) })] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-4 border-t border-line p-4 first:border-0 sm:p-5">
      <div className="grid min-w-0 flex-1 gap-1 max-sm:basis-full">
        <p className="flex flex-wrap items-center gap-x-3 font-semibold">
          <span className="wrap-anywhere">{name}</span>
          <code className="text-sm font-normal text-soft">pxk_…{lastFour}</code>
          {state !== 'live' && <span className="text-sm font-medium text-soft">{words[state]}</span>}
        </p>
        <Facts list={useGrants(apiKey)} />
        <Facts list={times} />
      </div>
      <div className="flex gap-2">
        {state !== 'revoked' && (
          <>
            <Button size="sm" variant="secondary" aria-label={fill(words.changeOne, { name })} onClick={onChange}>
              {words.change}
            </Button>
            <Button size="sm" variant="danger" aria-label={fill(words.revokeOne, { name })} onClick={onRevoke}>
              {words.revoke}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

const Facts = ({ list }: { list: readonly string[] }) => (
  <p className="flex flex-wrap gap-x-4 text-sm text-soft tabular-nums">
    {list.map(fact => (
      <span key={fact}>{fact}</span>
    ))}
  </p>
);

/** What the key may do, and its limits with what is spent of them. */
function useGrants(key: ApiKey): string[] {
  const words = useWords(keyWords);
  const { scopes, perMinute, addresses } = key;
  const count = scopes.filter(scope => scope.startsWith('tools:')).length;
  const grants = [
    ...(scopes.includes('tools:*') ? [words.allTools] : count > 0 ? [fill(words.tools, { count })] : []),
    ...(scopes.includes('tasks:read') ? [words.readTasks] : []),
    ...(scopes.includes('account:read') ? [words.readAccount] : []),
    fill(words.minute, { most: perMinute }),
    ...(addresses.length > 0 ? [fill(words.places, { count: addresses.length })] : []),
  ];
  if (!settings.membership) return grants;
  if (key.usesPerMonth !== null)
    grants.push(fill(words.usesSpent, { used: key.usesThisMonth, most: key.usesPerMonth }));
  if (key.coinsPerMonth !== null)
    grants.push(fill(words.coinsSpent, { used: key.coinsThisMonth, most: key.coinsPerMonth }));
  return grants;
}
