// The card below the avatar: the user, their plan and points, and links.
import type { User } from 'contract/routes/accounts.ts';
import { ChevronRight, CircleHelp, Crown, Download, LogOut, Settings, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from 'ui/language.tsx';
import { Avatar } from '../person/avatar.tsx';
import { PersonFacts, usePlanName } from '../person/person-facts.tsx';
import { Link } from '../router/link.tsx';
import { hasClients, settings } from '../settings.ts';
import { accountWords } from './account-words.ts';

interface AccountCardProps {
  /** Null until the server has responded. */
  user: User | null;
  onLeave: () => void;
  /** Called when a link is followed. */
  onChoose: () => void;
}

const rowClasses =
  'flex min-h-11 w-full items-center gap-3 rounded-xl px-3 text-start text-[0.9375rem] hover:bg-sunken';

export function AccountCard({ user, onLeave, onChoose }: AccountCardProps) {
  const words = useWords(accountWords);
  const row = (to: string, icon: ReactNode, label: string) => (
    <Link to={to} onClick={onChoose} className={rowClasses}>
      {icon}
      {label}
    </Link>
  );
  return (
    <div className="grid max-h-[calc(100dvh-5.5rem)] animate-rise gap-2 overflow-y-auto overscroll-contain rounded-card border border-line bg-raised p-2 shadow-lift">
      {user ? <Person user={user} onChoose={onChoose} /> : <Unknown />}
      {settings.membership && (
        <Link
          to="/membership"
          onClick={onChoose}
          className="flex items-center gap-3 rounded-2xl bg-accent-soft px-3 py-2.5 text-accent-ink hover:brightness-95"
        >
          <Crown aria-hidden className="size-5 shrink-0" />
          <span className="grid">
            <span className="font-semibold">{user?.isMember === 1 ? words.renewMembership : words.openMembership}</span>
            <span className="text-[0.8125rem]">{words.membershipText}</span>
          </span>
        </Link>
      )}
      <div>
        {row('/workflows', <Workflow aria-hidden className="size-5 text-soft" />, words.workflows)}
        {row('/userCenter/accountSetting', <Settings aria-hidden className="size-5 text-soft" />, words.settings)}
        {hasClients() && row('/download', <Download aria-hidden className="size-5 text-soft" />, words.clients)}
        {row('/help', <CircleHelp aria-hidden className="size-5 text-soft" />, words.help)}
        <button type="button" onClick={onLeave} className={rowClasses}>
          <LogOut aria-hidden className="size-5 text-soft" />
          {words.logOut}
        </button>
      </div>
    </div>
  );
}

function Person({ user, onChoose }: { user: User; onChoose: () => void }) {
  const words = useWords(accountWords);
  const plan = usePlanName(user);
  return (
    <div className="grid gap-3 px-3 pt-2 pb-1">
      <div className="flex items-center gap-3">
        <Avatar src={user.avatar} name={user.nickName} className="size-12 text-lg" />
        <div className="grid min-w-0 flex-1">
          <p className="truncate font-bold">{user.nickName}</p>
          <p className="truncate text-sm text-soft">{plan}</p>
        </div>
        <Link
          to="/userCenter/personalInfo"
          title={words.moreTitle}
          onClick={onChoose}
          className="-me-2 inline-flex min-h-11 shrink-0 items-center rounded-full px-2 text-sm text-soft hover:text-ink"
        >
          {words.more}
          <ChevronRight aria-hidden className="size-4" />
        </Link>
      </div>
      <PersonFacts user={user} />
    </div>
  );
}

function Unknown() {
  const words = useWords(accountWords);
  return (
    <div role="status" aria-label={words.loading} className="flex items-center gap-3 px-3 pt-2 pb-1">
      <span className="size-12 rounded-full bg-sunken" />
      <span className="h-5 w-28 rounded-full bg-sunken" />
    </div>
  );
}
