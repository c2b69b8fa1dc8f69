// A heading that expands its content, based on the native <details>.
import type { ReactNode } from 'react';
import { Glyph } from '../glyph.tsx';

interface DisclosureProps {
  title: string;
  /** A summary of the settings inside, shown while collapsed. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Disclosure({ title, aside, children }: DisclosureProps) {
  return (
    <details className="group border-t border-line pt-1">
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded-xl text-sm font-medium [&::-webkit-details-marker]:hidden">
        {title}
        <span className="flex min-w-0 items-center gap-1.5 text-soft">
          <span className="truncate font-normal tabular-nums group-open:hidden">{aside}</span>
          <Glyph path="m6 9 6 6 6-6" strokeWidth={2.25} className="size-4 shrink-0 transition group-open:rotate-180" />
        </span>
      </summary>
      <div className="grid gap-5 pt-2 pb-3">{children}</div>
    </details>
  );
}
