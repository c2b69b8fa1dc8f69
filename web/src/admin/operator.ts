// The operator session of this tab: its token, its state according to the server, and the only way to call operator routes.

import type { RouteContract } from 'contract/route.ts';
import { enterAsOperator, getOperator, leaveAsOperator, operatorHeader } from 'contract/routes/operators.ts';
import { create } from 'zustand';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { readInTab, storeInTab } from '../storage.ts';
import { useAnswerTo } from '../use-answer-to.ts';

const storedAs = 'pixwright.operator';

interface Operator {
  /** `stranger`: the page does not exist for this account. */
  state: 'loading' | 'open' | 'code' | 'unset' | 'stranger' | 'failed';
  hasMoney: boolean;
  isSandbox: boolean;
  timeZone: string;
}

export const useOperator = create<Operator>()(() => ({
  state: 'loading',
  hasMoney: false,
  isSandbox: false,
  timeZone: 'UTC',
}));

/** The token is stored for the tab. */
const readToken = (): string | null => readInTab(storedAs);
const keepToken = (value: string | null): void => void storeInTab(storedAs, value);

type Options<R extends RouteContract> = Parameters<typeof call<R>>[1];

/** Calls an operator route. Throws a CallError, which the caller shows; an expired session asks for a code again. */
export async function callAsOperator<const R extends RouteContract>(route: R, options: Options<R> = {}) {
  const held = readToken();
  try {
    const headers = { ...options?.headers, ...(held && { [operatorHeader]: held }) };
    return await call(route, { ...options, handleErrors: true, headers } as Options<R>);
  } catch (error) {
    if (error instanceof CallError && error.error === 'FACTOR_NEEDED') useOperator.setState({ state: 'code' });
    throw error;
  }
}

/** Loads the operator session of this tab. */
export async function loadOperator(): Promise<void> {
  try {
    const { state, hasMoney, isSandbox, timeZone } = await callAsOperator(getOperator);
    useOperator.setState({ state, hasMoney, isSandbox, timeZone });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    useOperator.setState({ state: error.status === 404 ? 'stranger' : 'failed' });
  }
}

/** Throws a CallError if the code is wrong. */
export async function enter(code: string): Promise<void> {
  const { operatorToken } = await callAsOperator(enterAsOperator, { body: { code } });
  keepToken(operatorToken);
  await loadOperator();
}

export async function leave(): Promise<void> {
  // Without an answer the session ends by idling.
  await callAsOperator(leaveAsOperator).catch(() => undefined);
  keepToken(null);
  await loadOperator();
}

/** Returns the response of a route, and the sentence of a failure, as useAnswerTo does. */
export function useAnswer<const R extends RouteContract>(
  route: R,
  query: Readonly<Record<string, string | number | undefined>> = {},
) {
  const { failure, ...asked } = useAnswerTo(`${route.path} ${JSON.stringify(query)}`, signal =>
    callAsOperator(route, { query, signal } as Options<R>),
  );
  return { ...asked, failure: failure?.msg };
}
