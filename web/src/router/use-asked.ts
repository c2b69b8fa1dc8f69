// Options in the address of a tool's page, such as ?targetKb=200.
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Applies the options in the address, and removes them from it, because a reload must not undo the user's later changes. */
export function useAsked(take: (search: string) => Promise<void>): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const takeOnce = useEffectEvent(take);
  const forget = useEffectEvent(() => navigate(pathname, { replace: true }));
  useEffect(() => {
    if (!search) return;
    // A user who has gone on to another page meanwhile stays there.
    let isHere = true;
    void takeOnce(search).finally(() => {
      if (isHere) void forget();
    });
    return () => {
      isHere = false;
    };
  }, [search]);
}
