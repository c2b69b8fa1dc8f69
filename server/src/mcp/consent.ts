// Consent to the price of a run: the answer of the user where the client can ask, otherwise the argument `confirmPrice`.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { defineWords, fill, type Language } from 'contract/words.ts';
import { answerData } from './answers.ts';
import { consentField } from './offers.ts';

const words = defineWords({
  zh: {
    ask: '这次运行收费 {price}，只在得到结果时收取。要继续吗？',
    needed:
      '这次运行收费 {price}，还没有开始，也没有收费。请先征得用户同意，再用同样的参数加上 confirmPrice: "{price}" 调用。',
    changed: '价格现在是 {price}，与同意的 {agreed} 不同。没有收费。',
    refused: '用户没有同意价格 {price}。没有开始，也没有收费。',
  },
  en: {
    ask: 'This run costs {price}, which is charged for the result alone. Go on?',
    needed:
      'This run costs {price}. Nothing was started or charged. Ask the user, then call again with the same arguments and confirmPrice: "{price}".',
    changed: 'The price is now {price}, not {agreed} as agreed. Nothing was charged.',
    refused: 'The user did not agree to the price of {price}. Nothing was started or charged.',
  },
});

/** The user's answer to a question; undefined if the client cannot ask, or there is no answer. */
export type AskUser = (question: string) => Promise<boolean | undefined>;

interface Asked {
  /** Null for a run without a price. */
  readonly price: string | null;
  readonly agreed: string | undefined;
  readonly ask: AskUser;
  readonly language: Language;
}

const refuse = (text: string, data: object): CallToolResult => ({ ...answerData(text, data), isError: true });

/** Undefined if the user agrees; otherwise what the tool answers instead of running. */
export async function requireConsent({ price, agreed, ask, language }: Asked): Promise<CallToolResult | undefined> {
  const t = words[language];
  if (price === null || price === agreed) return undefined;
  const data = { error: 'PRICE_CONSENT', price, [consentField]: price };
  if (agreed !== undefined) return refuse(fill(t.changed, { price, agreed }), data);
  const answer = await ask(fill(t.ask, { price }));
  if (answer === undefined) return refuse(fill(t.needed, { price }), data);
  return answer ? undefined : refuse(fill(t.refused, { price }), data);
}
