// The operators' page: access control and its sections. For all other users the page does not exist.
import { LogOut, ShieldAlert, ShieldCheck, TriangleAlert } from 'lucide-react';
import { type ComponentType, useEffect } from 'react';
import { useLocation } from 'react-router';
import { Button, buttonClasses } from 'ui/button.tsx';
import { joinClasses } from 'ui/classes.ts';
import { useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { announce } from '../events.ts';
import { Link } from '../router/link.tsx';
import { useSession } from '../session.ts';
import { Acts } from './acts.tsx';
import { Bulletins } from './bulletins.tsx';
import { CodeForm } from './code-form.tsx';
import { Coupons } from './coupons.tsx';
import { Dictionaries } from './dictionaries.tsx';
import { Awaited } from './frame.tsx';
import { leave, loadOperator, useOperator } from './operator.ts';
import { Orders } from './orders.tsx';
import { Overview } from './overview.tsx';
import { People } from './people.tsx';
import { Plans } from './plans.tsx';
import { Queue } from './queue.tsx';
import { Revenue } from './revenue.tsx';
import { adminWords } from './words.ts';

interface SectionEntry {
  readonly name: keyof (typeof adminWords)['en'];
  readonly Section: ComponentType;
  readonly isMoney?: true;
}

const sections = [
  { name: 'overview', Section: Overview },
  { name: 'people', Section: People },
  { name: 'orders', Section: Orders, isMoney: true },
  { name: 'queue', Section: Queue },
  { name: 'revenue', Section: Revenue, isMoney: true },
  { name: 'plans', Section: Plans, isMoney: true },
  { name: 'coupons', Section: Coupons, isMoney: true },
  { name: 'dictionaries', Section: Dictionaries },
  { name: 'bulletins', Section: Bulletins },
  { name: 'acts', Section: Acts },
] as const satisfies SectionEntry[];

export function AdminPage() {
  const words = useWords(adminWords);
  const token = useSession(session => session.token);
  const { state, hasMoney, isSandbox } = useOperator();
  const { pathname } = useLocation();
  useEffect(() => {
    if (token) void loadOperator();
  }, [token]);

  if (!token)
    return (
      <EmptyState
        icon={<ShieldCheck />}
        title={words.loggedOut}
        text={words.loggedOutNext}
        actions={<Button onClick={() => announce('login:open')}>{words.logIn}</Button>}
      />
    );
  const open: readonly SectionEntry[] = sections.filter(section => hasMoney || !('isMoney' in section));
  const current = open.find(section => pathname.endsWith(`/${section.name}`));
  if (state === 'stranger' || (state === 'open' && !current))
    return (
      <EmptyState
        icon={<ShieldAlert />}
        title={words.missing}
        text={words.missingNext}
        actions={
          <Link to="/" className={buttonClasses()}>
            {words.home}
          </Link>
        }
      />
    );
  if (state === 'loading' || state === 'failed')
    return (
      <div className="page pt-8">
        <h1 className="sr-only">{words.title}</h1>
        <Awaited failure={state === 'failed' ? words.loadFailed : undefined} onAgain={() => void loadOperator()} />
      </div>
    );
  if (state !== 'open') return <CodeForm isUnset={state === 'unset'} />;
  return (
    <div className="page grid min-w-0 items-start gap-x-12 gap-y-6 pt-8 pb-12 md:grid-cols-[14rem_minmax(0,1fr)]">
      <nav aria-label={words.sections} className="flex flex-wrap md:grid md:gap-1">
        {open.map(({ name }) => (
          <Link
            key={name}
            to={`/admin/${name}`}
            aria-current={name === current?.name ? 'page' : undefined}
            className={joinClasses(
              'flex min-h-11 shrink-0 items-center gap-3 rounded-xl px-2.5 whitespace-nowrap max-sm:text-[0.9375rem] sm:px-3 transition',
              name === current?.name
                ? 'bg-accent-soft font-semibold text-accent-ink'
                : 'text-soft hover:bg-sunken hover:text-ink',
            )}
          >
            {words[name]}
          </Link>
        ))}
        <Button
          variant="quiet"
          size="sm"
          className="justify-self-start"
          icon={<LogOut aria-hidden className="size-4" />}
          onClick={() => void leave()}
        >
          {words.leave}
        </Button>
      </nav>
      <div className="grid min-w-0 gap-6">
        <h1 className="text-2xl font-extrabold tracking-tight">{current && words[current.name]}</h1>
        {isSandbox && (current?.name === 'orders' || current?.name === 'revenue') && (
          <Callout tone="warn" icon={<TriangleAlert />} title={words.sandbox} />
        )}
        {current && <current.Section />}
      </div>
    </div>
  );
}
