// How often the assistant names what is right for questions that it was not made for.
import { beforeAll, expect, test } from 'vitest';
import { openAssistantOfHelp } from '../../testing/assistant.ts';
import { heldOutQuestions, tuningQuestions } from './unseen-questions.ts';

let assistant: Awaited<ReturnType<typeof openAssistantOfHelp>>;
beforeAll(async () => {
  assistant = await openAssistantOfHelp();
});

test.each([
  ['that it was tuned by', tuningQuestions, 36, 43],
  ['that it was not tuned by', heldOutQuestions, 40, 43],
] as const)('of 56 questions %s', (_which, questions, leastFirst, leastNamed) => {
  expect(questions).toHaveLength(56);
  const { first, among, wrong } = assistant.count(questions);
  expect(first, JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(leastFirst);
  expect(among).toBeGreaterThanOrEqual(leastNamed);
});
