// What is painted on: the original, or the result of the removals so far, with the marks of the next one.
import { useEffect } from 'react';
import type { FileFacts, StageProps } from 'ui/tool-screen.ts';
import { type Area, areaOf, sameSteps, stepsOf, withNextStep } from './areas.ts';
import type { RemoveOptions } from './remove-options.ts';
import { addressOfResult, findPicture, keepPicture } from './step-pictures.ts';

interface Painted {
  /** The picture to paint on; undefined: the original. */
  readonly address: string | undefined;
  /** The marks on it, and the removals that made it. */
  readonly area: Area | undefined;
}

/** An area whose steps are shown as marks on the original, because their result is not known. */
const flatten = ({ width, height, ops, steps = [] }: Area): Area => ({ width, height, ops: [...steps.flat(), ...ops] });

const flattened = new WeakMap<Area, Area>();
const advanced = new WeakMap<Area, Area>();

/** Returns the same object for the same area, because the painter compares its marks by identity. */
function once(memory: WeakMap<Area, Area>, area: Area, make: (area: Area) => Area): Area {
  const known = memory.get(area) ?? make(area);
  memory.set(area, known);
  return known;
}

function findPainted(options: RemoveOptions, facts: FileFacts, last: StageProps<RemoveOptions>['last']): Painted {
  const area = areaOf(options, facts);
  if (!area) return { address: undefined, area };
  const made = last && areaOf(last.made, facts);
  // The result shows everything that is marked: the next marks are painted on it.
  if (made && sameSteps(stepsOf(made), stepsOf(area)))
    return { address: addressOfResult(last.result), area: once(advanced, area, withNextStep) };
  const { steps = [] } = area;
  if (steps.length === 0) return { address: undefined, area };
  const address = findPicture(facts, steps);
  return address ? { address, area } : { address: undefined, area: once(flattened, area, flatten) };
}

export function useSteps({ options, facts, last }: StageProps<RemoveOptions>): Painted {
  const made = last && areaOf(last.made, facts);
  const result = last?.result;
  useEffect(() => {
    if (made && result) void keepPicture(facts, stepsOf(made), result);
  }, [made, result, facts]);
  return findPainted(options, facts, last);
}
