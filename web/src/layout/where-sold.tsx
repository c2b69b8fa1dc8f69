// What is shown only where memberships are sold, and what takes its place elsewhere.
import type { ReactNode } from 'react';
import { settings } from '../settings.ts';

export function WhereSold({ children, otherwise }: { children: ReactNode; otherwise?: ReactNode }) {
  return settings.membership ? children : otherwise;
}
