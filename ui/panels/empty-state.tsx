// The placeholder of an empty area: an icon, a sentence, and the next step.
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  /** Buttons or links to the next step. */
  actions?: ReactNode;
}

export function EmptyState({ icon, title, text, actions }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-lg justify-items-center gap-4 px-4 py-14 text-center">
      <span
        aria-hidden
        className="grid size-16 place-items-center rounded-3xl bg-accent-soft text-accent-ink [&>svg]:size-7"
      >
        {icon}
      </span>
      <p className="text-xl font-bold text-balance">{title}</p>
      {text && <p className="text-soft text-balance">{text}</p>}
      {actions && <div className="flex flex-wrap justify-center gap-3 pt-1">{actions}</div>}
    </div>
  );
}
