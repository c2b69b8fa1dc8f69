// Loads the screen of a tool on demand.
import type { AnyScreen } from 'ui/tool-screen.ts';

const screens = import.meta.glob<AnyScreen>('../../../tools/*/screen.tsx', { import: 'screen' });
const loading = new Map<string, Promise<AnyScreen>>();

/** Returns the same promise each time. */
export function loadScreen(name: string): Promise<AnyScreen> {
  const load = screens[`../../../tools/${name}/screen.tsx`];
  if (!load) throw new Error(`tools/${name} has no screen.tsx`);
  const known = loading.get(name) ?? load();
  loading.set(name, known);
  return known;
}
