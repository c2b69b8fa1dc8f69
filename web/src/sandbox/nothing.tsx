// The placeholder of a sandbox section that is still empty.
import type { ReactNode } from 'react';

export function Nothing({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <div className="grid justify-items-center gap-2.5 px-5 py-9 text-center">
      <span
        aria-hidden
        className="grid size-12 place-items-center rounded-2xl bg-accent-soft text-accent-ink [&>svg]:size-6"
      >
        {icon}
      </span>
      <p className="font-semibold">{title}</p>
      <p className="max-w-sm text-sm text-soft text-balance">{text}</p>
    </div>
  );
}
