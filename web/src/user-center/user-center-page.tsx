// The personal centre: one page per section, next to the list of sections.
import type { User } from 'contract/routes/accounts.ts';
import {
  History,
  KeyRound,
  MonitorSmartphone,
  ReceiptText,
  ShieldCheck,
  Ticket,
  UserRound,
  Webhook,
} from 'lucide-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { Button } from 'ui/button.tsx';
import { joinClasses } from 'ui/classes.ts';
import { useLanguage, useWords } from 'ui/language.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { announce } from '../events.ts';
import type { PageProps } from '../route.ts';
import { Link } from '../router/link.tsx';
import { useSession } from '../session.ts';
import { settings } from '../settings.ts';
import { AccountSetting } from './account-setting.tsx';
import { ApiKeys } from './api-keys.tsx';
import { centerWords } from './center-words.ts';
import { Coupons } from './coupons.tsx';
import { Devices } from './devices.tsx';
import { PersonalInfo } from './personal-info.tsx';
import { Recharge } from './recharge.tsx';
import { useFreshUser } from './use-fresh-user.ts';
import { Uses } from './uses.tsx';
import { Waiting } from './waiting.tsx';
import { Webhooks } from './webhooks.tsx';

/** The purchase sections only exist on servers that sell memberships. */
const sections = [
  { path: '/userCenter/personalInfo', name: 'personalInfo', Icon: UserRound, Section: PersonalInfo },
  { path: '/userCenter/accountSetting', name: 'accountSetting', Icon: ShieldCheck, Section: AccountSetting },
  { path: '/userCenter/recharge', name: 'recharge', Icon: ReceiptText, Section: Recharge, isOfMoney: true },
  { path: '/userCenter/uses', name: 'uses', Icon: History, Section: Uses, isOfMoney: true },
  { path: '/userCenter/coupons', name: 'coupons', Icon: Ticket, Section: Coupons, isOfMoney: true },
  { path: '/userCenter/devices', name: 'devices', Icon: MonitorSmartphone, Section: Devices },
  { path: '/userCenter/apiKeys', name: 'apiKeys', Icon: KeyRound, Section: ApiKeys },
  { path: '/userCenter/webhooks', name: 'webhooks', Icon: Webhook, Section: Webhooks },
] as const satisfies {
  path: string;
  name: string;
  Icon: unknown;
  Section: ComponentType<{ user: User }>;
  isOfMoney?: true;
}[];

const shownSections = sections.filter(section => settings.membership || !('isOfMoney' in section));

/** Printed, so it has no list of sections beside it. */
const ReceiptPage = lazy(async () => ({ default: (await import('./receipt-page.tsx')).ReceiptPage }));

export function UserCenterPage({ route }: PageProps) {
  if (!route.path.startsWith('/receipt/')) return <Center route={route} />;
  return (
    <Suspense fallback={<Spinner className="mx-auto size-6" />}>
      <ReceiptPage route={route} />
    </Suspense>
  );
}

function Center({ route }: PageProps) {
  const words = useWords(centerWords);
  const language = useLanguage();
  const { token, user } = useSession();
  const { hasFailed, again } = useFreshUser();
  const { Section } = sections.find(section => section.path === route.path)!;
  if (!token) {
    return (
      <div className="page pt-6">
        <h1 className="sr-only">{route.title[language]}</h1>
        <EmptyState
          icon={<UserRound />}
          title={words.loggedOut}
          text={words.loggedOutNext}
          actions={<Button onClick={() => announce('login:open')}>{words.logIn}</Button>}
        />
      </div>
    );
  }
  return (
    <div className="page grid items-start gap-x-12 gap-y-6 pt-8 md:grid-cols-[14rem_minmax(0,1fr)]">
      <SectionLinks />
      <div className="grid gap-6">
        <h1 className="text-2xl font-extrabold tracking-tight">{route.title[language]}</h1>
        {user ? <Section key={user.id} user={user} /> : <Waiting hasFailed={hasFailed} onAgain={again} />}
      </div>
    </div>
  );
}

function SectionLinks() {
  const words = useWords(centerWords);
  const { pathname } = useLocation();
  return (
    <nav aria-label={words.center} className="flex flex-wrap md:grid md:gap-1">
      {shownSections.map(({ path, name, Icon }) => (
        <Link
          key={path}
          to={path}
          aria-current={path === pathname ? 'page' : undefined}
          className={joinClasses(
            'flex min-h-11 shrink-0 items-center gap-3 rounded-xl px-2.5 whitespace-nowrap max-sm:text-[0.9375rem] sm:px-3 transition',
            path === pathname
              ? 'bg-accent-soft font-semibold text-accent-ink'
              : 'text-soft hover:bg-sunken hover:text-ink',
          )}
        >
          <Icon aria-hidden className="size-5 max-sm:hidden" />
          {words[name]}
        </Link>
      ))}
    </nav>
  );
}
