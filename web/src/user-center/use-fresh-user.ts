// Refreshes the logged-in user when the personal centre opens, because another device may have changed it.
import { useEffect, useState } from 'react';
import { loadUser } from '../load-user.ts';
import { useSession } from '../session.ts';

export function useFreshUser() {
  const token = useSession(state => state.token);
  const [tries, setTries] = useState(0);
  const [triesEnded, setTriesEnded] = useState(-1);
  useEffect(() => {
    if (!token) return;
    void loadUser().finally(() => setTriesEnded(tries));
  }, [token, tries]);
  return { hasFailed: triesEnded === tries, again: () => setTries(tries + 1) };
}
