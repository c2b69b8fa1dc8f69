// The prices of all tool calls, from their contracts.
import { free, inCoins } from 'contract/prices.ts';
import type { coinFunctions } from 'contract/routes/content.ts';
import type { Cost, ToolCall } from 'contract/tool.ts';
import type { Language } from 'contract/words.ts';
import { tools } from 'tools/index.ts';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import { readTools } from './read-tools.ts';

type Entry = z.output<typeof coinFunctions.data>['list'][number];

/** Options and files that are not known yet cost nothing extra: this is the price of the smallest run. */
export const minCost = ({ cost }: ToolCall): Cost =>
  typeof cost === 'function' ? cost({ options: {}, facts: {} }) : cost;

export async function listPrices({ membership }: Pick<Config, 'membership'>, language: Language): Promise<Entry[]> {
  const known = await readTools(tools);
  return known.flatMap(({ tool, words }) =>
    tool.calls.map(call => {
      const cost = membership ? minCost(call) : free;
      return {
        id: `${tool.name}/${call.name}`,
        name: words[language].title,
        keyCode: call.keyCode,
        path: call.path,
        kind: cost.kind,
        amount: cost.kind === 'none' ? 0 : cost.amount,
        coin: inCoins(cost),
        isFixed: !membership || typeof call.cost !== 'function',
      };
    }),
  );
}
