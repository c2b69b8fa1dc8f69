// Options set by the address of a tool's page, such as /editor/compress?targetKb=200.

import { readAsked } from 'contract/asks.ts';
import type { AnyScreen } from 'ui/tool-screen.ts';
import { mayHaveWork } from '../keep/open-work.ts';
import { changeOptions, sharedNow } from './actions.ts';

export async function takeAsked(tool: string, loadScreen: () => Promise<AnyScreen>, search: string): Promise<void> {
  const screen = await loadScreen();
  const asked = readAsked(screen.asks ?? {}, new URLSearchParams(search));
  // Restored work has its own options, which would replace these.
  if (mayHaveWork()) await (await import('../keep/restore.ts')).restoreWork();
  if (Object.keys(asked).length === 0) return;
  changeOptions(tool, screen, screen.takeAsked?.(sharedNow(tool, screen), asked) ?? asked);
}
