// Content shown only where memberships are sold, and its replacement elsewhere.
import type { ReactNode } from 'react';
import { settings } from '../settings.ts';

export function WhereSold({ children, otherwise }: { children: ReactNode; otherwise?: ReactNode }) {
  return settings.membership ? children : otherwise;
}
