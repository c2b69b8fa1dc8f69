// Asks before logging out. After that, a page that requires a login is replaced by the home page.

import { logout } from 'contract/routes/accounts.ts';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { logOut } from '../session.ts';
import { accountWords } from './account-words.ts';
import { needsLogin } from './needs-login.ts';

export function LogOutDialog({ onClose }: { onClose: () => void }) {
  const words = useWords(accountWords);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [isBusy, setIsBusy] = useState(false);

  async function leave(): Promise<void> {
    setIsBusy(true);
    try {
      await call(logout, { handleErrors: true });
    } catch (error) {
      // Logging out of this device succeeds even if the server is unreachable.
      if (!(error instanceof CallError)) throw error;
    }
    if (needsLogin(pathname)) navigate('/');
    logOut();
  }

  return (
    <Dialog
      isOpen
      kind="alert"
      title={words.logOutTitle}
      closeLabel={words.close}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {words.stay}
          </Button>
          <Button isBusy={isBusy} onClick={() => void leave()}>
            {words.logOut}
          </Button>
        </>
      }
    >
      <p className="text-soft">{words.logOutText}</p>
    </Dialog>
  );
}
