// The price of a run: told before anything is started, and compared with what the server then holds.
import { failureOf } from '@pixwright/client/attempt.ts';
import type { Client } from '@pixwright/client/make-client.ts';
import type { Task } from 'contract/task.ts';
import type { ToolCall } from 'contract/tool.ts';
import { fill, type Language } from 'contract/words.ts';
import { CliError, exits } from './exits.ts';
import type { Terminal } from './terminal.ts';
import { words } from './words.ts';

export type Price = Pick<Task['charge'], 'kind' | 'amount'>;
type Quote = Awaited<ReturnType<Client['quote']>>;

const free: Price = { kind: 'none', amount: 0 };

function namePrices(prices: readonly Price[], language: Language): string {
  const t = words[language];
  const sum = (kind: Price['kind']) => prices.reduce((all, price) => all + (price.kind === kind ? price.amount : 0), 0);
  const parts = [
    [t.use, sum('use')],
    [t.coins, sum('coins')],
  ] as const;
  return parts.flatMap(([sentence, amount]) => (amount > 0 ? [fill(sentence, { amount })] : [])).join(' + ');
}

/** Whether the price of a call can differ between files, so that each must be sent before it is known. */
export const dependsOnFiles = ({ cost, inputs }: ToolCall): boolean => typeof cost === 'function' && inputs.length > 0;

const isPriced = ({ cost }: ToolCall) => typeof cost === 'function' || cost.kind !== 'none';

/** What a quote asks for. Throws why the run would be refused. */
function readQuote(quote: Quote, call: ToolCall, language: Language): Price {
  const { charge, allowed, reason, triesLeft } = quote;
  const isOfPrice = charge.kind !== 'none';
  if (!allowed) throw new CliError(isOfPrice ? exits.unpaid : exits.failed, reason ?? words[language].refusedPrice);
  // A trial, or a preview that costs nothing: its file is locked.
  const isLocked = isPriced(call) && triesLeft !== null && quote.left === null;
  if (isLocked) throw new CliError(exits.unpaid, words[language].previewOnly);
  return charge;
}

export interface Asking {
  readonly client: Client;
  readonly call: ToolCall;
  /** The bodies of the runs; one, if the price does not depend on the files. */
  readonly bodies: readonly Readonly<Record<string, unknown>>[];
  readonly count: number;
  readonly isAgreed: boolean;
  readonly terminal: Terminal;
  readonly language: Language;
}

/** The price of each body, once the person has agreed to their sum. Throws if they do not. */
export async function agreeOnPrice(asking: Asking): Promise<Price[]> {
  const { client, call, bodies, count, isAgreed, terminal, language } = asking;
  if (!isPriced(call)) return bodies.map(() => free);
  const t = words[language];
  const prices: Price[] = [];
  for (const { batchId: _, ...payload } of bodies) {
    const quote = await client.quote<string>(call.path, payload);
    prices.push(readQuote(quote, call, language));
  }
  const all = bodies.length === 1 ? Array.from({ length: count }, () => prices[0]!) : prices;
  const price = namePrices(all, language);
  if (price === '') return prices;
  const told = fill(t.price, { count, price });
  if (isAgreed) terminal.say(told);
  else if (!terminal.canAsk) throw new CliError(exits.unpaid, fill(t.needsYes, { told }));
  else if (!/^(y|yes|是|好)$/i.test(await terminal.ask(fill(t.askPrice, { told }))))
    throw new CliError(exits.unpaid, t.refusedPrice);
  return prices;
}

/** Cancels a task that holds more than was agreed to: the last free run may have been used up meanwhile. */
export async function requireNotDearer(
  { taskId, charge }: Task,
  agreed: Price | undefined,
  client: Client,
  language: Language,
): Promise<void> {
  if (!agreed || charge.state !== 'held') return;
  if (charge.kind === agreed.kind && charge.amount <= agreed.amount) return;
  await client.cancelTask(taskId).catch(error => {
    if (failureOf(error)?.status !== 409) throw error;
  });
  throw new CliError(exits.unpaid, fill(words[language].dearer, { price: namePrices([charge], language) }));
}

/** Throws if opening the files would pay a price that was not agreed to: that of a preview, for which nothing was held. */
export function requireUnlockAgreed({ charge, result }: Task, isAgreed: boolean, language: Language): void {
  const isLocked = result?.files.some(({ locked }) => locked) ?? false;
  if (!isLocked || charge.state === 'held' || isAgreed) return;
  const told = fill(words[language].lockedFile, { price: namePrices([charge], language) });
  throw new CliError(exits.unpaid, fill(words[language].needsYes, { told }));
}
