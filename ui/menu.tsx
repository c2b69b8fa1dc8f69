// A button that opens a panel below itself. The panel closes on Escape, on a press outside, and when a choice is made.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface MenuProps {
  /** Renders the button; spread `wiring` onto it. */
  button: (wiring: { 'aria-expanded': boolean; 'aria-controls': string; onClick: () => void }) => ReactNode;
  /** Receives `close`, for choices that are not links. */
  children: (close: () => void) => ReactNode;
  label: string;
  align?: 'start' | 'end';
  className?: string;
}

export function Menu({ button, children, label, align = 'start', className = 'w-72' }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const rootRef = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (!rootRef.current?.contains(event.target as Node)) setIsOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      rootRef.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [isOpen]);

  return (
    <div ref={rootRef} className="relative">
      {button({ 'aria-expanded': isOpen, 'aria-controls': id, onClick: () => setIsOpen(open => !open) })}
      {isOpen && (
        <section
          id={id}
          aria-label={label}
          className={`absolute top-full z-30 mt-2 max-h-[calc(100dvh-5.5rem)] max-w-[calc(100vw-2rem)] animate-rise overflow-y-auto overscroll-contain rounded-card border border-line bg-raised p-2 shadow-lift ${align === 'end' ? 'end-0' : 'start-0'} ${className}`}
        >
          {children(() => setIsOpen(false))}
        </section>
      )}
    </div>
  );
}
