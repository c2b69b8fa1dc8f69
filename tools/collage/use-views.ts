// The visible part of each picture of a collage: as it was placed by hand, otherwise by the faces that the server finds.
import type { Box } from 'engines/pixels/choose-crop.ts';
import { useEffect, useState } from 'react';
import type { StageFile } from 'ui/tool-screen.ts';
import type { View } from './contract.ts';
import { type Cell, innerSize, showsAll, viewFaces } from './lay-out.ts';
import { type Settings, sizeOf } from './settings.ts';

type Faces = readonly Box[];

/** By the id of the picture: it is asked for once, also if the stage is left and shown again. */
const known = new Map<string, Faces>();

/**
 * Returns the faces by the id of the picture, of those known by now. Asks for one picture after the other, in their order, and only for those that are
 * wanted.
 */
function useFaces(files: readonly StageFile[], isWanted: readonly boolean[]): ReadonlyMap<string, Faces> {
  const [, setCount] = useState(known.size);
  const next = files.find(({ id }, index) => isWanted[index] && !known.has(id));
  useEffect(() => {
    if (!next) return;
    const controller = new AbortController();
    const take = (faces: Faces) => {
      known.set(next.id, faces);
      setCount(known.size);
    };
    next
      .ask('findFaces', {}, controller.signal)
      .then(({ meta }) => take((meta as { faces: Faces }).faces))
      // The preview then shows the middle; the run looks for the faces itself.
      .catch(() => controller.signal.aborted || take([]));
    return () => controller.abort();
  }, [next?.id, next?.ask]);
  return known;
}

/** Returns the views in the order of the pictures. */
export function useViews(files: readonly StageFile[], cells: readonly Cell[], { views }: Settings): View[] {
  const placed = files.map(({ id, facts }, index) => ({ id, size: sizeOf(facts), inner: innerSize(cells[index]!) }));
  const faces = useFaces(
    files,
    placed.map(({ id, size, inner }) => !views[id] && !showsAll(size, inner)),
  );
  return placed.map(({ id, size, inner }) => views[id] ?? viewFaces(size, inner, faces.get(id) ?? []));
}
