// The button, and the same look for links that act like one.
import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from './classes.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** Takes the full width of its parent. */
  isWide?: boolean;
}

const variants = {
  primary: 'bg-accent text-on-accent shadow-button hover:bg-accent-strong',
  secondary: 'bg-paper text-ink border border-line hover:border-line-strong',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'bg-bad-soft text-bad hover:brightness-95',
};

const sizes = {
  sm: 'min-h-9 px-3.5 text-sm gap-1.5',
  md: 'min-h-11 px-5 text-[0.9375rem] gap-2',
  lg: 'min-h-13 px-7 text-base gap-2.5',
};

export function buttonClasses({ variant = 'primary', size = 'md', isWide = false }: ButtonLook = {}): string {
  return joinClasses(
    'inline-flex items-center justify-center rounded-full font-semibold whitespace-nowrap select-none transition duration-150 ease-calm',
    'active:scale-[0.98] disabled:opacity-50 disabled:shadow-none disabled:active:scale-100 aria-disabled:cursor-default aria-disabled:opacity-50 aria-disabled:active:scale-100',
    variants[variant],
    sizes[size],
    isWide && 'w-full',
  );
}

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  icon?: ReactNode;
  /** Shows a spinner instead of the icon and ignores clicks, but keeps the focus. */
  isBusy?: boolean;
}

export function Button({
  variant,
  size,
  isWide,
  icon,
  isBusy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || rest['aria-disabled'] || undefined}
      aria-busy={isBusy || undefined}
      // A disabled button would lose the focus. A form checks for itself whether it is already being submitted.
      onClick={isBusy ? event => rest.type === 'submit' && event.preventDefault() : onClick}
      className={joinClasses(buttonClasses({ variant, size, isWide }), className)}
    >
      {isBusy ? <Spinner className="size-[1.125em]" /> : icon}
      {children}
    </button>
  );
}
