// The login page: the panels of the dialog, reachable by a link.
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { isLoggedIn } from '../session.ts';
import { AccountCard } from './account-card.tsx';
import { LoginPanels, type Panel, usePanelTitle } from './login-panels.tsx';

export function LoginPage() {
  const [panel, setPanel] = useState<Panel>('account');
  const navigate = useNavigate();
  useEffect(() => {
    if (isLoggedIn()) navigate('/', { replace: true });
  }, [navigate]);
  return (
    <AccountCard title={usePanelTitle(panel)}>
      <LoginPanels panel={panel} onPanel={setPanel} />
    </AccountCard>
  );
}
