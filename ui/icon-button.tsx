// A round button with only an icon; its label is read aloud and shown on hover.
import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from './classes.ts';

interface IconButtonProps extends ComponentProps<'button'> {
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md';
  /** Has a background, for buttons that float over a picture. */
  isRaised?: boolean;
}

export function IconButton({ label, icon, size = 'md', isRaised = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={joinClasses(
        'inline-flex shrink-0 items-center justify-center rounded-full text-ink transition hover:bg-sunken disabled:opacity-40',
        size === 'sm' ? 'size-9' : 'size-11',
        isRaised && 'border border-line bg-raised shadow-card',
        className,
      )}
    >
      {icon}
    </button>
  );
}
