// Maps keys to the painter's commands.
import type { PainterTool } from './live-mark.ts';

export type Command =
  | { readonly does: 'tool'; readonly tool: PainterTool }
  | { readonly does: 'size' | 'zoom'; readonly factor: number }
  | { readonly does: 'step'; readonly dx: number; readonly dy: number; readonly isFine: boolean }
  | { readonly does: 'whole' | 'undo' | 'redo' | 'mark' | 'cancel' };

interface Key {
  readonly key: string;
  /** Identifies letters even while a Chinese input method is active. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const tools: Readonly<Record<string, PainterTool>> = { r: 'box', b: 'brush', l: 'lasso', e: 'erase', v: 'move' };
/** Also shown on the tools as shortcut hints. */
export const toolKeys: Readonly<Record<PainterTool, string>> = {
  box: 'R',
  brush: 'B',
  lasso: 'L',
  erase: 'E',
  move: 'V',
};

const others: Readonly<Record<string, Command>> = {
  '[': { does: 'size', factor: 0.8 },
  ']': { does: 'size', factor: 1.25 },
  '+': { does: 'zoom', factor: 1.25 },
  '=': { does: 'zoom', factor: 1.25 },
  '-': { does: 'zoom', factor: 0.8 },
  '0': { does: 'whole' },
  Escape: { does: 'cancel' },
  Enter: { does: 'mark' },
};

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function letterOf({ key, code }: Key): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : '';
}

/** Returns undefined for a key without a command. The caller handles Space, because it knows whether the key was held. */
export function commandOf(key: Key): Command | undefined {
  if (key.altKey) return undefined;
  const letter = letterOf(key);
  if (key.ctrlKey || key.metaKey) {
    if (letter === 'z') return { does: key.shiftKey ? 'redo' : 'undo' };
    return letter === 'y' ? { does: 'redo' } : undefined;
  }
  const arrow = Object.hasOwn(arrows, key.key) ? arrows[key.key] : undefined;
  if (arrow) return { does: 'step', dx: arrow[0], dy: arrow[1], isFine: key.shiftKey };
  const tool = Object.hasOwn(tools, letter) ? tools[letter] : undefined;
  if (tool) return { does: 'tool', tool };
  return Object.hasOwn(others, key.key) ? others[key.key] : undefined;
}
