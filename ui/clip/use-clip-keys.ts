// Keyboard shortcuts of a clip's stage. They work while the stage or no element has the focus, but not while typing.
import { useEffect, useRef } from 'react';
import type { Playback } from './playback.ts';

interface ClipActs {
  startHere: () => void;
  endHere: () => void;
  zoomBy: (factor: number) => void;
}

const keyZoom = 1.6;
const skipSeconds = 5;
const typed = 'input:not([type=range]), textarea, select, [contenteditable]';
const pressed = 'button, a, summary, [role=radio], [role=checkbox]';

/** Returns a ref for the stage. */
export function useClipKeys(playback: Playback, acts: ClipActs) {
  const stageRef = useRef<HTMLDivElement>(null);
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as Element;
      const stage = stageRef.current;
      // A click on something that cannot be focused moves the focus to the body or to an ancestor of the stage.
      const isOurs = stage !== null && (target.contains(stage) || stage.contains(target));
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isOurs || target.matches(typed))
        return;
      // The space bar presses the focused button.
      if (event.key === ' ' && target.matches(pressed)) return;
      const { startHere, endHere, zoomBy } = latest.current;
      const acting: Readonly<Record<string, () => void>> = {
        ' ': playback.toggle,
        k: playback.toggle,
        j: () => playback.seek(playback.moment().seconds - skipSeconds),
        l: () => playback.seek(playback.moment().seconds + skipSeconds),
        ',': () => playback.step(-1),
        '.': () => playback.step(1),
        i: startHere,
        o: endHere,
        '+': () => zoomBy(keyZoom),
        '=': () => zoomBy(keyZoom),
        '-': () => zoomBy(1 / keyZoom),
      };
      const act = acting[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [playback]);
  return stageRef;
}
