// Reloads the user, then redirects to the internal page given by `to` in the address, or home.
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useLanguage } from 'ui/language.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { loadUser } from '../load-user.ts';
import type { PageProps } from '../route.ts';

export function RefreshPage({ route }: PageProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const language = useLanguage();
  useEffect(() => {
    const to = new URLSearchParams(search).get('to') ?? '/';
    void loadUser().then(() => navigate(/^\/(?!\/)/.test(to) ? to : '/', { replace: true }));
  }, [navigate, search]);
  return (
    <div role="status" className="page flex items-center justify-center gap-3 py-24 text-soft">
      <Spinner />
      <h1>{route.title[language]}</h1>
    </div>
  );
}
