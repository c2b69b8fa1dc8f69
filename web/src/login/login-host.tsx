// Opens the login dialog on request and navigates on after the login. The dialog's code is loaded on demand.
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { announce, listen } from '../events.ts';
import { followOtherTab, followOtherUser, isLoggedIn } from '../session.ts';
import { isTokenKey, isUserKey } from '../storage.ts';
import { dropReturn, takeReturn } from './return-path.ts';

const LoginDialog = lazy(async () => ({ default: (await import('./login-dialog.tsx')).LoginDialog }));

export function LoginHost() {
  const [panel, setPanel] = useState<'account' | 'bind' | null>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const leadOn = useEffectEvent(() => {
    const back = takeReturn();
    if (back) navigate(back, { replace: true });
    else if (/^\/(login|account)/.test(pathname)) navigate('/', { replace: true });
  });
  useEffect(() => {
    if (isLoggedIn()) void import('../load-user.ts').then(({ loadUser }) => loadUser());
    const stops = [
      listen('login:open', () => setPanel('account')),
      listen('bind-phone:open', () => setPanel('bind')),
      listen('login', () => {
        setPanel(null);
        leadOn();
      }),
      listen('work:forget', () => void import('../work/forget-work.ts').then(({ forgetWork }) => forgetWork())),
    ];
    const hearOtherTab = ({ key, newValue }: StorageEvent) => {
      if (isTokenKey(key)) followOtherTab(newValue);
      else if (isUserKey(key)) followOtherUser(newValue);
    };
    addEventListener('storage', hearOtherTab);
    return () => {
      removeEventListener('storage', hearOtherTab);
      for (const stop of stops) stop();
    };
  }, []);
  if (!panel) return null;
  return (
    <Suspense fallback={null}>
      <LoginDialog
        start={panel}
        onLeave={() => setPanel(null)}
        onClose={() => {
          setPanel(null);
          dropReturn();
          announce('login:left');
        }}
      />
    </Suspense>
  );
}
