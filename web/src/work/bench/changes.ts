// Options changed after a result. Only the result on the screen can be saved: a light change runs automatically, any other waits for the user, and
// until then nothing can be saved. A run that costs something again is never started automatically.

import { type RefObject, useEffect, useRef } from 'react';
import { type AnyOptions, type AnyScreen, isLocked, type TaskResult } from 'ui/tool-screen.ts';
import { currentLanguage } from '../../language-store.ts';
import { factsOf, isBusy, isOutdated, isUpdating, optionsOf, type WorkItem, withOwnParts } from '../items/item.ts';
import { getItem, patchBench, patchItem, useWork } from '../items/store.ts';
import { hindranceOf, leadingItems, runAgain, sharedNow } from './actions.ts';

/** A longer run is not repeated automatically. */
const lightMs = 1000;
/** Delay in milliseconds, so that a slider or typing has come to rest. */
const restMs = 450;

/** Returns whether the screen draws this change on the old result itself. */
const isDrawnByScreen = (item: WorkItem, shared: AnyOptions, screen: AnyScreen): boolean =>
  item.ranOptions !== undefined &&
  (screen.isLightChange?.(item.ranOptions, optionsOf(item, shared), factsOf(item), item.task?.result ?? undefined) ??
    false);

/**
 * Whether a run would replace a paid result with one that has to be paid again. Another call of the tool only writes the files of the paid result
 * anew, at no price.
 */
const isPaidAgain = (item: WorkItem, shared: AnyOptions, screen: AnyScreen): boolean =>
  item.task?.charge.state === 'settled' && screen.callName?.(optionsOf(item, shared), factsOf(item)) === item.callName;

/** Whether light changes of its result wait until it is paid. */
const waitsForPayment = ({ task }: WorkItem, screen: AnyScreen): boolean =>
  screen.isChangedOncePaid === true &&
  task?.charge.state !== 'settled' &&
  task?.result != null &&
  isLocked(task.result);

/**
 * Returns the items whose changed options are applied automatically: all outdated ones, or none. Those of a locked result may wait for the payment.
 */
export function lightItems(items: readonly WorkItem[], shared: AnyOptions, screen: AnyScreen): readonly WorkItem[] {
  const outdated = items.filter(item => isOutdated(item, shared));
  const isBlocked = (item: WorkItem) => hindranceOf(item, shared, screen, currentLanguage()) !== undefined;
  if (outdated.some(item => isBlocked(item) || isPaidAgain(item, shared, screen))) return [];
  if (screen.isLightChange) return outdated.every(item => isDrawnByScreen(item, shared, screen)) ? outdated : [];
  // With a custom stage, the user is still editing, and a result would replace the stage.
  if (screen.Stage) return [];
  const tookMs = outdated.reduce((sum, item) => sum + (item.tookMs ?? lightMs), 0);
  return tookMs < lightMs ? outdated : [];
}

/** Returns those of the light items that are applied now. */
export const dueItems = (items: readonly WorkItem[], shared: AnyOptions, screen: AnyScreen): readonly WorkItem[] =>
  lightItems(items, shared, screen).filter(item => !waitsForPayment(item, screen));

export interface ShownResult {
  readonly result: TaskResult;
  /** The options that the result was made with. */
  readonly made: AnyOptions;
}

/** Returns the result being shown, or undefined while the picture is being edited. */
export function shownResult(item: WorkItem, shared: AnyOptions, screen: AnyScreen): ShownResult | undefined {
  if (isUpdating(item) && item.standing) return { result: item.standing.result, made: item.standing.options };
  const result = item.run === 'done' ? item.task?.result : undefined;
  if (!result || !item.ranOptions) return undefined;
  const isKept = !isOutdated(item, shared) || !screen.Stage || isDrawnByScreen(item, shared, screen);
  return isKept ? { result, made: item.ranOptions } : undefined;
}

/** Returns whether a run produced a file: a picture without text has a result without files. */
const hasFiles = ({ run, task }: WorkItem): boolean => run === 'done' && task?.result?.files.length !== 0;

/** Returns whether the shown result can be saved, if necessary after a light run. */
export const isSavable = (item: WorkItem, shared: AnyOptions, light: readonly WorkItem[]): boolean =>
  isUpdating(item) || (hasFiles(item) && (!isOutdated(item, shared) || light.includes(item)));

/** Restores the options that the results were made with. */
export function discardChanges(tool: string, items: readonly WorkItem[], shared: AnyOptions, screen: AnyScreen): void {
  const outdated = items.filter(item => isOutdated(item, shared));
  const before = outdated.find(item => !item.ownOptions)?.ranOptions ?? shared;
  const made = outdated.flatMap(item =>
    item.ranOptions && !item.ownOptions ? [{ options: item.ranOptions, facts: factsOf(item) }] : [],
  );
  patchBench(tool, { options: withOwnParts(tool, { before, now: shared }, made) });
  const restored = sharedNow(tool, screen);
  for (const item of outdated) {
    const isShared = !isOutdated({ ...item, ownOptions: undefined }, restored);
    patchItem(item.id, { ownOptions: isShared ? undefined : item.ranOptions });
  }
}

interface BenchItems {
  readonly items: readonly WorkItem[];
  readonly shared: AnyOptions;
}

const pressStarts = ['pointerdown', 'keydown'] as const;
const pressEnds = ['pointerup', 'pointercancel', 'keyup'] as const;

/** Whether a button is held down. It acts when it is released, and not at all if it was disabled meanwhile. */
function useIsPressing(): RefObject<boolean> {
  const isPressing = useRef(false);
  useEffect(() => {
    const start = ({ target }: Event) => {
      if (target instanceof Element && target.closest('button')) isPressing.current = true;
    };
    const end = () => {
      isPressing.current = false;
    };
    for (const name of pressStarts) addEventListener(name, start, true);
    for (const name of pressEnds) addEventListener(name, end, true);
    // Of the window alone: the button that is pressed takes the focus from another element.
    addEventListener('blur', end);
    return () => {
      for (const name of pressStarts) removeEventListener(name, start, true);
      for (const name of pressEnds) removeEventListener(name, end, true);
      removeEventListener('blur', end);
    };
  }, []);
  return isPressing;
}

/**
 * Runs light changes as soon as the user pauses, unless a finished picture is being edited on its stage. A run disables buttons, so it does not start
 * while one is held down: its press may open that stage.
 */
export function useLightRuns({ items, shared }: BenchItems, screen: AnyScreen, isHeld: boolean): void {
  const leading = leadingItems(items, shared, screen);
  const due = isHeld || leading.some(isBusy) ? [] : dueItems(leading, shared, screen);
  const key = due.map(item => `${item.id} ${JSON.stringify(optionsOf(item, shared))}`).join();
  const isPressing = useIsPressing();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the items and their options.
  useEffect(() => {
    if (key === '') return;
    const start = () => {
      if (!isPressing.current) runAgain(due, screen);
      else timer = setTimeout(start, restMs);
    };
    let timer = setTimeout(start, restMs);
    return () => clearTimeout(timer);
  }, [key]);
}

/** Starts light changes at once and resolves when no item is running, with the items that can be saved, if necessary after a payment. */
export function settle(wanted: readonly WorkItem[], screen: AnyScreen): Promise<WorkItem[]> {
  const find = () => wanted.flatMap(({ id }) => getItem(id) ?? []);
  return new Promise(resolve => {
    const look = () => {
      const items = find();
      if (items.some(isBusy)) return;
      const shared = sharedNow(wanted[0]?.tool ?? '', screen);
      const due = dueItems(items, shared, screen);
      if (due.length > 0) runAgain(due, screen);
      else {
        const light = lightItems(items, shared, screen);
        stop();
        resolve(items.filter(item => hasFiles(item) && (!isOutdated(item, shared) || light.includes(item))));
      }
    };
    const stop = useWork.subscribe(look);
    look();
  });
}
