// Stores which area is edited. It is not an option: selecting another area does not outdate a result.
import { useSyncExternalStore } from 'react';
import { emptyArea, type VideoArea, type VideoSettings } from './settings.ts';

let chosenId: string | undefined;
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function chooseArea(id: string): void {
  chosenId = id;
  for (const listener of listeners) listener();
}

/** Returns the edited area: the bands of the subtitles, or the selected area, otherwise the first. */
export function useChosenArea({ what, bands, areas }: VideoSettings): VideoArea {
  const id = useSyncExternalStore(listen, () => chosenId);
  return what === 'subtitles' ? bands : (areas.find(area => area.id === id) ?? areas[0] ?? emptyArea('1'));
}
