// A horizontal strip of thumbnails that keeps the chosen one in sight: a link, the last visit or a place elsewhere on the page may choose one outside.
import { type RefObject, useEffect } from 'react';

const chosenMark = 'input:checked, [aria-pressed=true], [aria-current=true]';

/**
 * Scrolls the strip, whose children are the thumbnails, when `chosen` changes. Pass undefined while the choice changes by itself, as in an animation
 * that plays: the strip then stays where the user left it.
 */
export function useStrip(strip: RefObject<HTMLElement | null>, chosen: string | number | undefined): void {
  useEffect(() => {
    const box = strip.current;
    if (!box || chosen === undefined || box.scrollWidth <= box.clientWidth) return;
    const mark = box.querySelector(chosenMark);
    const plate = [...box.children].find(child => child.contains(mark))?.getBoundingClientRect();
    if (!plate) return;
    const { left, right } = box.getBoundingClientRect();
    if (plate.left < left || plate.right > right) box.scrollLeft += (plate.left + plate.right - left - right) / 2;
  }, [strip, chosen]);
}
