// What the address of a tool's page sets, such as ?targetKb=200.
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Passes on what the address sets, and removes it from there, because a reload must not undo the user's later changes. */
export function useAsked(take: (search: string) => Promise<void>): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const takeOnce = useEffectEvent(async () => {
    await take(search).finally(() => navigate(pathname, { replace: true }));
  });
  useEffect(() => {
    if (search) void takeOnce();
  }, [search]);
}
