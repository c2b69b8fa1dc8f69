// Controls a card below a button: it is open while the mouse is over either of them or the focus is in either; by touch, each tap toggles it.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

const leaveMs = 250;

export function useHoverCard(rootRef: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastPointer = useRef('');
  /** The focus was moved to the button by the script, not by the user. */
  const isFocusOurs = useRef(false);

  function focusButton(): void {
    isFocusOurs.current = true;
    rootRef.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    isFocusOurs.current = false;
  }

  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    setIsOpen(false);
    if (rootRef.current?.contains(document.activeElement)) focusButton();
  });

  useEffect(() => () => clearTimeout(leaving.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (!rootRef.current?.contains(event.target as Node)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    const press = (event: KeyboardEvent) => closeOnEscape(event);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', press);
    };
  }, [isOpen, rootRef]);

  return {
    isOpen,
    close: () => setIsOpen(false),
    focusButton,
    root: {
      onPointerEnter: (event: { pointerType: string }) => {
        clearTimeout(leaving.current);
        if (event.pointerType === 'mouse') setIsOpen(true);
      },
      onPointerLeave: (event: { pointerType: string }) => {
        if (event.pointerType !== 'mouse') return;
        const isUsedByKeys = () => rootRef.current?.querySelector(':focus-visible');
        leaving.current = setTimeout(() => !isUsedByKeys() && setIsOpen(false), leaveMs);
      },
    },
    button: {
      onPointerDown: (event: { pointerType: string }) => {
        lastPointer.current = event.pointerType;
      },
      onFocus: (event: { currentTarget: HTMLElement }) => {
        if (!isFocusOurs.current && event.currentTarget.matches(':focus-visible')) setIsOpen(true);
      },
      onClick: (event: { detail: number }) => {
        // Opened by keyboard or screen reader: the focus moves into the card.
        if (event.detail === 0 && isOpen) rootRef.current?.querySelector<HTMLElement>('section a')?.focus();
        else setIsOpen(open => lastPointer.current === 'mouse' || event.detail === 0 || !open);
      },
    },
  };
}
