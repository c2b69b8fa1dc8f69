// A button that opens a panel beside itself. The panel closes on Escape, on a press outside, and when a choice is made.
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { placePanel } from './place-panel.ts';

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
  const panelRef = useRef<HTMLElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const panel = panelRef.current;
    if (!isOpen || !panel) return;
    // In the top layer, no ancestor that scrolls clips the panel.
    panel.showPopover?.();
    const place = () => {
      const button = rootRef.current!.getBoundingClientRect();
      if (button.bottom < 0 || button.top > innerHeight) return setIsOpen(false);
      const window = { width: document.documentElement.clientWidth, height: innerHeight };
      // The height of the content, however low the panel has become.
      const height = panel.scrollHeight + panel.offsetHeight - panel.clientHeight;
      const { top, left, maxHeight } = placePanel({
        button,
        panel: { width: panel.offsetWidth, height },
        window,
        align,
      });
      Object.assign(panel.style, { top: `${top}px`, left: `${left}px`, maxHeight: `${maxHeight}px` });
    };
    place();
    addEventListener('resize', place);
    document.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      removeEventListener('resize', place);
      document.removeEventListener('scroll', place, { capture: true });
    };
  }, [isOpen, align]);

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
          ref={panelRef}
          id={id}
          aria-label={label}
          popover="manual"
          className={`fixed inset-auto z-30 m-0 max-w-[calc(100vw-2rem)] animate-rise overflow-y-auto overscroll-contain rounded-card border border-line bg-raised p-2 text-ink shadow-lift ${className}`}
        >
          {children(() => setIsOpen(false))}
        </section>
      )}
    </div>
  );
}
