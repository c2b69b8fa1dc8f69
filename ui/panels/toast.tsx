// Short messages above everything. Errors are announced at once, others at the next pause.
import type { ReactNode } from 'react';

export interface ToastContent {
  id: number;
  text: string;
  tone: 'error' | 'success' | 'info';
}

const looks = {
  error: 'bg-bad-soft text-bad border-bad/30',
  success: 'bg-good-soft text-good border-good/30',
  info: 'bg-raised text-ink border-line',
};

export function ToastList({
  toasts,
  icons,
}: {
  toasts: readonly ToastContent[];
  icons: Record<ToastContent['tone'], ReactNode>;
}) {
  return (
    <>
      {toasts.map(toast => (
        <div
          key={toast.id}
          role={toast.tone === 'error' ? 'alert' : undefined}
          className={`pointer-events-auto flex max-w-xl animate-rise items-start gap-2.5 rounded-2xl border px-4 py-3 text-[0.9375rem] font-medium shadow-lift [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0 ${looks[toast.tone]}`}
        >
          {icons[toast.tone]}
          <span className="min-w-0 [overflow-wrap:anywhere]">{toast.text}</span>
        </div>
      ))}
    </>
  );
}
