// Words and help of every tool, for its guide and for the assistant.
import type { Help } from 'contract/help.ts';
import type { ToolContract } from 'contract/tool.ts';
import type { Language } from 'contract/words.ts';

export interface KnownTool {
  readonly tool: ToolContract;
  readonly words: Readonly<Record<Language, { title: string; blurb: string; keywords: string }>>;
  readonly help: Help;
  /** Languages in which the operator's guide replaces this help. */
  readonly replacedIn?: readonly Language[];
}

const read = new WeakMap<readonly ToolContract[], Promise<KnownTool[]>>();

/** Reads about sixty files the first time. */
export function readTools(tools: readonly ToolContract[]): Promise<KnownTool[]> {
  const known = read.get(tools);
  if (known) return known;
  const reading = Promise.all(
    tools.map(async tool => {
      const { words } = await import(`tools/${tool.name}/words.ts`);
      const { help } = await import(`tools/${tool.name}/help.ts`);
      return { tool, words, help };
    }),
  );
  read.set(tools, reading);
  reading.catch(() => read.delete(tools));
  return reading;
}
