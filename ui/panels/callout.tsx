// A note on the page: what happened, why it matters, and what to do about it.
import type { ReactNode } from 'react';

const tones = {
  info: 'bg-accent-soft text-accent-ink',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
};

interface CalloutProps {
  tone?: keyof typeof tones;
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

export function Callout({ tone = 'info', icon, title, children, actions }: CalloutProps) {
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className={`flex gap-3 rounded-2xl p-4 text-sm ${tones[tone]}`}>
      {icon && (
        <span aria-hidden className="mt-0.5 shrink-0 [&>svg]:size-5">
          {icon}
        </span>
      )}
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="font-semibold">{title}</p>
        {children && <div className="text-ink">{children}</div>}
        {actions && <div className="flex flex-wrap gap-2 pt-1">{actions}</div>}
      </div>
    </div>
  );
}
