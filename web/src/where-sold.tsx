// Content shown only on servers that sell memberships, and its replacement on others.
import type { ReactNode } from 'react';
import { settings } from './settings.ts';

export function WhereSold({ children, otherwise }: { children: ReactNode; otherwise?: ReactNode }) {
  return settings.membership ? children : otherwise;
}
