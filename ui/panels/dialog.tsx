// A dialog based on the native <dialog>, which traps the focus, closes on Escape, and makes the rest of the page inert.
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { joinClasses } from '../classes.ts';
import { Glyph } from '../glyph.tsx';
import { IconButton } from '../icon-button.tsx';
import { addToastPlace } from './toast-places.ts';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  children?: ReactNode;
  /** Buttons, the primary one last. */
  actions?: ReactNode;
  /** `alert` is announced at once; `sheet` fills a phone's screen, and slides in from the side on larger screens. */
  kind?: 'plain' | 'alert' | 'sheet';
}

const shapes = {
  plain: 'm-auto w-[min(28rem,calc(100vw-2rem))] rounded-card',
  alert: 'm-auto w-[min(26rem,calc(100vw-2rem))] rounded-card',
  sheet: 'm-0 h-dvh max-h-none w-screen max-w-none sm:ms-auto sm:w-[26rem] sm:rounded-s-card',
};

export function Dialog({ isOpen, onClose, title, closeLabel, children, actions, kind = 'plain' }: DialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Closed before it is removed, so that the browser returns the focus to the element that opened it.
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog || !isOpen) return;
    dialog.showModal();
    const removeToastPlace = addToastPlace(dialog);
    return () => {
      removeToastPlace();
      dialog.close();
    };
  }, [isOpen]);

  if (!isOpen) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click handler is only for the backdrop.
    <dialog
      ref={dialogRef}
      aria-labelledby={titleId}
      role={kind === 'alert' ? 'alertdialog' : undefined}
      onCancel={event => {
        // React also bubbles cancel events from nested dialogs and file inputs.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClick={event => {
        if (event.target === event.currentTarget) onClose();
      }}
      className={joinClasses(
        'animate-rise overflow-y-auto overscroll-contain border border-line bg-paper p-0 text-ink shadow-lift backdrop:bg-black/45 backdrop:backdrop-blur-sm',
        shapes[kind],
      )}
    >
      <div className="grid gap-4 p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="min-w-0 pt-1.5 text-xl leading-snug font-bold wrap-anywhere">
            {title}
          </h2>
          <IconButton
            label={closeLabel}
            onClick={onClose}
            size="sm"
            className="-me-2 shrink-0"
            icon={<Glyph path="M18 6 6 18M6 6l12 12" />}
          />
        </div>
        {children}
        {actions && <div className="flex flex-wrap justify-end gap-3 pt-1">{actions}</div>}
      </div>
    </dialog>
  );
}
