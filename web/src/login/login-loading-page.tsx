// The page to which WeChat redirects with a code in the address: logs in, asks for a phone number, or shows the failure.

import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { buttonClasses } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { CallError } from '../failures/call-error.ts';
import { showToast } from '../notices.ts';
import { Link } from '../router/link.tsx';
import { isLoggedIn, logIn, logOut } from '../session.ts';
import { store } from '../storage.ts';
import { AccountCard } from './account-card.tsx';
import { accountPageWords } from './account-page-words.ts';
import { LoginPanels, type Panel, usePanelTitle } from './login-panels.tsx';
import { readWechatLogin } from './scan-qr.ts';
import { isOwnState, logInByCode } from './wechat-calls.ts';

/** Removes code and state from the address, before or inside the hash, because they can be used only once. */
function takeReply(): { code: string; state: string } | undefined {
  const inside = new URLSearchParams(location.hash.split('?')[1] ?? '');
  const before = new URLSearchParams(location.search);
  const query = before.has('code') ? before : inside;
  const reply = { code: query.get('code') ?? '', state: query.get('state') ?? '' };
  for (const name of ['code', 'state']) before.delete(name);
  const rest = before.size > 0 ? `?${before}` : '';
  history.replaceState(history.state, '', `/${rest}#/login-loading`);
  return reply.code ? reply : undefined;
}

export function LoginLoadingPage() {
  const words = useWords(accountPageWords);
  const navigate = useNavigate();
  const [panel, setPanel] = useState<Panel | null>(null);
  const [isForeign, setIsForeign] = useState(false);
  const title = usePanelTitle(panel ?? 'qr');

  const settle = useEffectEvent(async () => {
    const reply = takeReply();
    // A person who follows a stranger's link stays logged in as before, and keeps the work on the page.
    if (isLoggedIn() && !(reply && isOwnState(reply.state))) {
      setIsForeign(true);
      return;
    }
    const told = reply && isOwnState(reply.state) && (await logInByCode(reply.code, reply.state).catch(passOver));
    const scanned = told ? readWechatLogin(told) : undefined;
    if (scanned && 'login' in scanned) {
      logIn(scanned.login);
    } else if (scanned) {
      store('wechatKey', scanned.key);
      setPanel('bind');
    } else {
      // Only if logged in and answered: otherwise work that waits for its owner to log in again would be deleted.
      if (told && isLoggedIn()) logOut();
      showToast(words.wechatFailed, 'error');
      navigate('/login', { replace: true });
    }
  });
  useEffect(() => void settle(), []);

  if (isForeign)
    return (
      <AccountCard title={words.foreignTitle} lead={words.foreignText}>
        <Link to="/" className={buttonClasses({ size: 'lg', isWide: true })}>
          {words.home}
        </Link>
      </AccountCard>
    );
  if (panel) {
    return (
      <AccountCard title={title}>
        <LoginPanels panel={panel} onPanel={setPanel} />
      </AccountCard>
    );
  }
  return (
    <AccountCard title={title}>
      <p role="status" className="flex items-center gap-3 text-soft">
        <Spinner />
        {words.wechatChecking}
      </p>
    </AccountCard>
  );
}

/** A failed call counts as a failed login. */
function passOver(error: unknown): undefined {
  if (!(error instanceof CallError)) throw error;
}
