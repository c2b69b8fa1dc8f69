// Keyboard control of the editor, with the usual shortcuts of other editors.
import { useEffect, useEffectEvent } from 'react';
import {
  copySelected,
  duplicateSelected,
  groupSelected,
  nudgeSelected,
  orderSelected,
  pasteCopied,
  removeSelected,
  selectAll,
  stepOut,
  ungroupSelected,
} from './deeds.ts';
import { chooseTool, type EditorTool, setBrush, stepBack, useEditor } from './state.ts';

export interface KeyDeeds {
  readonly fit: () => void;
  readonly zoomBy: (factor: number) => void;
  readonly showTruePixels: () => void;
  readonly showShortcuts: () => void;
  readonly openExport: () => void;
  readonly saveProject: () => void;
  readonly holdSpace: (isHeld: boolean) => void;
}

const tools: Readonly<Record<string, EditorTool>> = {
  v: 'select',
  h: 'hand',
  t: 'text',
  u: 'shape',
  s: 'sticker',
  b: 'draw',
  e: 'erase',
  m: 'veil',
  c: 'crop',
};

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function resizeBrush(factor: number): void {
  const { tool, brush } = useEditor.getState();
  const fit = (share: number) => Math.min(0.4, Math.max(0.001, share * factor));
  if (tool === 'draw') setBrush({ drawWidth: fit(brush.drawWidth) });
  if (tool === 'erase') setBrush({ eraseWidth: fit(brush.eraseWidth) });
  if (tool === 'veil') setBrush({ veilWidth: fit(brush.veilWidth) });
}

/** Handles keys with Ctrl, or Cmd on a Mac. Returns whether the key has a function. */
function pressCommand(key: string, isShift: boolean, deeds: KeyDeeds): boolean {
  const commands: Readonly<Record<string, () => void>> = {
    z: () => stepBack(isShift ? -1 : 1),
    y: () => stepBack(-1),
    d: duplicateSelected,
    g: isShift ? ungroupSelected : groupSelected,
    a: selectAll,
    e: deeds.openExport,
    s: deeds.saveProject,
    '0': deeds.fit,
    '1': deeds.showTruePixels,
    '=': () => deeds.zoomBy(1.25),
    '+': () => deeds.zoomBy(1.25),
    '-': () => deeds.zoomBy(0.8),
    ']': () => orderSelected(isShift ? 'front' : 'forward'),
    '[': () => orderSelected(isShift ? 'back' : 'backward'),
    '}': () => orderSelected('front'),
    '{': () => orderSelected('back'),
  };
  const command = commands[key];
  command?.();
  return command !== undefined;
}

/** Returns whether the key has a function. */
function pressPlain(event: KeyboardEvent, deeds: KeyDeeds): boolean {
  const { key, shiftKey } = event;
  const { selection } = useEditor.getState();
  const arrow = arrows[key];
  if (arrow && selection.length > 0) {
    const step = shiftKey ? 10 : 1;
    nudgeSelected(arrow[0] * step, arrow[1] * step);
    return true;
  }
  const tool = tools[key.toLowerCase()];
  if (tool && !shiftKey) {
    chooseTool(tool);
    return true;
  }
  const others: Readonly<Record<string, () => void>> = {
    Delete: removeSelected,
    Backspace: removeSelected,
    Escape: stepOut,
    '[': () => resizeBrush(0.8),
    ']': () => resizeBrush(1.25),
    '?': deeds.showShortcuts,
    '+': () => deeds.zoomBy(1.25),
    '-': () => deeds.zoomBy(0.8),
    '0': deeds.fit,
  };
  others[key]?.();
  return others[key] !== undefined;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=button])') !==
    null;
/** Keys that a focused control handles itself. */
const isControlKey = (event: KeyboardEvent) =>
  event.target instanceof HTMLElement &&
  event.target.closest('button, a, input, summary, [role=slider], [role=tab], [data-own-keys]') !== null &&
  (event.key === ' ' || event.key === 'Enter' || event.key.startsWith('Arrow'));

export function useEditorKeys(deeds: KeyDeeds): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]') || isTyping(event.target)) return;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (isCommand) {
      // Copy and paste have their own events.
      if (pressCommand(event.key.toLowerCase(), event.shiftKey, deeds)) event.preventDefault();
      return;
    }
    if (event.altKey || isControlKey(event)) return;
    if (event.key === ' ') {
      deeds.holdSpace(true);
      event.preventDefault();
    } else if (pressPlain(event, deeds)) event.preventDefault();
  });
  const lift = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === ' ') deeds.holdSpace(false);
  });
  const copy = useEffectEvent((event: ClipboardEvent) => {
    if (isTyping(event.target) || (document.getSelection()?.toString() ?? '') !== '') return;
    if (useEditor.getState().selection.length === 0) return;
    copySelected();
    // Replaces the content of the system clipboard, so that the next paste inserts these layers and not a picture copied earlier.
    event.clipboardData?.setData('text/plain', '');
    event.preventDefault();
    if (event.type === 'cut') removeSelected();
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    // The page handles pasted files.
    if (isTyping(event.target) || event.clipboardData?.types.includes('Files')) return;
    if (pasteCopied()) event.preventDefault();
  });
  useEffect(() => {
    const onDown = (event: KeyboardEvent) => press(event);
    const onUp = (event: KeyboardEvent) => lift(event);
    const onCopy = (event: ClipboardEvent) => copy(event);
    const onPaste = (event: ClipboardEvent) => paste(event);
    document.addEventListener('keydown', onDown);
    document.addEventListener('keyup', onUp);
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onDown);
      document.removeEventListener('keyup', onUp);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
}
