// Watches an element or the whole page for files that are dragged over it and dropped.
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { readTransfer } from './read-drop.ts';

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

interface FileDrop {
  isOver: boolean;
  /** MIME types of the dragged files, as far as the browser reveals them before the drop. */
  draggedTypes: readonly string[];
}

/** Calls `onFiles` with files dropped on `target`, or anywhere on the page if there is no target. */
export function useFileDrop(target: RefObject<HTMLElement | null> | null, onFiles: (files: File[]) => void): FileDrop {
  const [draggedTypes, setDraggedTypes] = useState<readonly string[] | null>(null);
  const give = useEffectEvent(async (transfer: DataTransfer) => {
    const files = await readTransfer(transfer);
    if (files.length > 0) onFiles(files);
  });

  useEffect(() => {
    const place: HTMLElement | Document | null = target ? target.current : document;
    if (!place) return;
    // Entering a child fires before leaving its parent, so enters and leaves are counted.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth += 1;
      setDraggedTypes([...(event.dataTransfer?.items ?? [])].map(item => item.type));
    };
    const leave = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setDraggedTypes(null);
    };
    const over = (event: DragEvent) => {
      if (holdsFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth = 0;
      setDraggedTypes(null);
      // A nested drop zone has handled the files.
      if (event.defaultPrevented) return;
      event.preventDefault();
      if (event.dataTransfer) void give(event.dataTransfer);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop } as const;
    for (const [name, listener] of Object.entries(listeners)) place.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        place.removeEventListener(name, listener as EventListener);
    };
  }, [target]);

  return { isOver: draggedTypes !== null, draggedTypes: draggedTypes ?? [] };
}
