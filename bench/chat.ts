// The assistant: the time until the first line of its answers from the help pages, and the latency of an unrelated call while fifty answers
// of a model are streamed.
import { setTimeout as sleep } from 'node:timers/promises';
import { chatProcess } from 'contract/routes/chat.ts';
import { beginEvents, playChatServer, standInKey, writeText } from '../server/testing/chat-stand-in.ts';
import { chineseQuestions, englishQuestions } from '../server/testing/questions/test-questions.ts';
import { median, quantile } from './numbers.ts';
import { startProduct } from './product.ts';
import type { Bench, Line } from './report.ts';

const streams = 50;
/** Interval between the words of a fast model's answer. */
const wordMs = 30;
const calls = 600;

const send = (url: string, prompt: string, clientUid: string, signal?: AbortSignal): Promise<Response> =>
  fetch(new URL(chatProcess.path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', lang: 'en', clientUid },
    body: JSON.stringify({ prompt }),
    ...(signal && { signal }),
  });

async function measureFirstLine(): Promise<Line> {
  const product = await startProduct();
  try {
    const questions = [...chineseQuestions, ...englishQuestions].map(([question]) => question);
    const times: number[] = [];
    for (const [at, question] of questions.entries()) {
      const start = performance.now();
      const response = await send(product.url, question, `visitor-${at}`);
      const reader = response.body!.getReader();
      await reader.read();
      times.push(performance.now() - start);
      await reader.cancel();
    }
    return {
      what: `First line of an answer from the help pages, ${questions.length} questions, median / p95 / first of all`,
      ours: `${median(times).toFixed(1)} / ${quantile(times, 0.95).toFixed(1)} / ${times[0]!.toFixed(1)} ms`,
      rival: '–',
      aim: 'p95 ≤ 150 ms',
      isMet: quantile(times, 0.95) <= 150,
    };
  } finally {
    await product.stop();
  }
}

async function timeCalls(url: string): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < calls; count++) {
    const start = performance.now();
    await (await fetch(new URL('/web/settings', url))).arrayBuffer();
    times.push(performance.now() - start);
    await sleep(5);
  }
  return times;
}

async function measureCallsBeside(): Promise<Line> {
  const standIn = await playChatServer();
  const product = await startProduct({
    CHAT_URL: standIn.url,
    CHAT_KEY: standInKey,
    CHAT_MODEL: 'played',
    CHAT_PER_DAY: '1000',
  });
  const stop = new AbortController();
  standIn.answer = async reply => {
    beginEvents(reply);
    while (!reply.destroyed) {
      writeText(reply, 'word ');
      await sleep(wordMs);
    }
  };
  try {
    await timeCalls(product.url);
    const before = await timeCalls(product.url);
    let open = 0;
    const held = Array.from({ length: streams }, async (_, at) => {
      // An answer is cut at its maximum length, and then requested again.
      for (let round = 0; !stop.signal.aborted; round++) {
        const response = await send(product.url, 'hello', `visitor-${at}-${round}`, stop.signal);
        if (response.status !== 200) throw new Error(`an answer has status ${response.status}`);
        open += 1;
        for await (const piece of response.body!) if (piece.length === 0) break;
        open -= 1;
      }
    });
    const ended = Promise.allSettled(held);
    while (open < streams) await sleep(20);
    const beside = await timeCalls(product.url);
    const stillOpen = open;
    stop.abort();
    await ended;
    const after = await timeCalls(product.url);
    const idle = quantile([...before, ...after], 0.99);
    const ratio = quantile(beside, 0.99) / idle;
    const show = (list: readonly number[]) => `${median(list).toFixed(2)} / ${quantile(list, 0.99).toFixed(2)} ms`;
    return {
      what: `GET of the settings beside ${stillOpen} answers of a played model, ${calls} calls, median / p99`,
      ours: `${show(beside)}: p99 ${ratio.toFixed(2)} ×`,
      rival: `without, before and after: ${show([...before, ...after])}`,
      aim: '≤ 2 ×',
      isMet: ratio <= 2,
    };
  } finally {
    await product.stop();
    await standIn.stop();
  }
}

export const benchChat: Bench = async () => [await measureFirstLine(), await measureCallsBeside()];
