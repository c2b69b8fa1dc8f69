// Waits for somebody to ask for the login dialog and loads it then.
import { lazy, Suspense, useEffect, useState } from 'react';
import { listen } from '../events.ts';

const LoginDialog = lazy(async () => ({ default: (await import('./login-dialog.tsx')).LoginDialog }));

export function LoginHost() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => listen('login:open', () => setIsOpen(true)), []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <LoginDialog onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}
