// What is shown only where memberships are sold, and what takes its place elsewhere.
import type { ReactNode } from 'react';
import { settings } from '../settings.ts';

/** The home page painted at build time holds both; boot.ts marks pages of servers that sell. */
const isPainted = !globalThis.document;

export function WhereSold({ children, otherwise }: { children: ReactNode; otherwise?: ReactNode }) {
  if (!isPainted) return settings.membership ? children : otherwise;
  return (
    <>
      <span className="contents not-in-data-membership:hidden">{children}</span>
      {otherwise && <span className="contents in-data-membership:hidden">{otherwise}</span>}
    </>
  );
}
