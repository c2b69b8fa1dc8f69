// Keyboard control of the painter: each command, and its announcement to screen readers.
import { fill } from 'contract/words.ts';
import { type KeyboardEvent, useRef } from 'react';
import { useWords } from '../language.tsx';
import type { Board } from './board.ts';
import { type Command, commandOf } from './keys.ts';
import { drawingTools, type PainterTool } from './live-mark.ts';
import { painterWords } from './words.ts';

interface KeyActions {
  setTool: (tool: PainterTool) => void;
  resizeBrush: (factor: number) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  /** `isHasty`: another announcement may follow at once, e.g. while an arrow key is held. */
  say: (sentence: string, isHasty?: boolean) => void;
}

export function useKeys(board: Board | undefined, actions: KeyActions) {
  const t = useWords(painterWords);
  /** Whether the space bar was used for panning rather than pressed. */
  const wasHandUsed = useRef(false);

  function mark() {
    if (!board || !drawingTools.includes(board.tool)) return;
    if (board.isDrawing) board.finish();
    else if (board.takesMarks) {
      board.startAtCursor();
      actions.say(fill(t.begun, { tool: t[board.tool as keyof typeof t], ...board.cursorPoint }));
    }
  }

  function step(dx: number, dy: number, isFine: boolean) {
    board?.moveCursor(dx, dy, isFine);
    if (board) actions.say(fill(t.cursorAt, { ...board.cursorPoint }), true);
  }

  function carryOut(command: Command) {
    switch (command.does) {
      case 'tool':
        return actions.setTool(command.tool);
      case 'size':
        return actions.resizeBrush(command.factor);
      case 'zoom':
        return board?.zoomAtCursor(command.factor);
      case 'step':
        return step(command.dx, command.dy, command.isFine);
      case 'whole':
        return board?.showWhole();
      case 'mark':
        return mark();
      case 'cancel':
        if (board?.isDrawing) actions.say(t.dropped);
        return board?.cancel();
      default:
        return actions[command.does]?.();
    }
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    const isOnBoard = event.target instanceof HTMLCanvasElement;
    if (event.key === ' ' && isOnBoard) {
      event.preventDefault();
      if (event.repeat || !board) return;
      wasHandUsed.current = false;
      board.holdHand(() => {
        wasHandUsed.current = true;
      });
      return;
    }
    const command = commandOf(event);
    if (!command) return;
    // Enter and arrow keys belong to the focused button or slider.
    if (!isOnBoard && ['step', 'mark', 'cancel'].includes(command.does)) return;
    event.preventDefault();
    if (event.repeat && command.does === 'mark') return;
    carryOut(command);
  }

  function release(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== ' ' || !board?.isHandHeld) return;
    board.dropHand();
    if (!wasHandUsed.current) mark();
  }

  return { onKeyDown: press, onKeyUp: release, onBlur: () => board?.dropHand() };
}
