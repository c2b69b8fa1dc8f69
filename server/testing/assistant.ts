// The assistant without HTTP: what it names for a question, and the share of questions for which that is right.
import { languages } from 'contract/words.ts';
import { tools } from 'tools/index.ts';
import { composeAnswer, languageOfQuestion } from '../src/chat/compose-answer.ts';
import { openHelpIndex } from '../src/chat/help-index.ts';
import { words } from '../src/chat/words.ts';
import { readConfig } from '../src/config.ts';
import { listPages, readPage } from '../src/content/pages.ts';
import { readTools } from '../src/content/read-tools.ts';
import type { Asked } from './questions/unseen-questions.ts';

const cannots = languages.flatMap(language => [words[language].notFound, words[language].cannot]);

/** It answers by the pages of a server that sells memberships. */
export async function openAssistantOfHelp(environment: Record<string, string> = {}) {
  const config = readConfig({ MEMBERSHIP: 'on', BRAND_CONTACT_EMAIL: 'help@acme.example', ...environment });
  const known = await readTools(tools);
  const pages = await Promise.all(
    languages.flatMap(language =>
      listPages(config).map(async name => ({ name, language, ...(await readPage(config, name, language)) })),
    ),
  );
  const index = await openHelpIndex(known, pages);
  const brand = { zh: config.brand.nameZh, en: config.brand.nameEn };

  const answer = (prompt: string, earlier: readonly string[] = []) =>
    composeAnswer(
      index,
      known,
      { prompt, earlier, language: languageOfQuestion(prompt, 'zh') },
      { brand, prices: null },
    );

  /** The tools and pages that an answer names, in their order. */
  function nameIn(prompt: string, earlier?: readonly string[]): readonly string[] {
    const { text, proposals } = answer(prompt, earlier);
    if (proposals.length === 0 && cannots.some(sentence => text.startsWith(sentence))) return ['none'];
    const links = [...text.matchAll(/\]\(\/#\/(?:editor\/)?([^)?]+)/g)].map(([, to = '']) => to);
    const named = [...new Set(links.filter(link => !link.startsWith('help/')))];
    // The last link of a section leads to its page; those before it are part of its text.
    return proposals.length === 0 ? named.toReversed() : named;
  }

  /** How many questions get a right answer first, and how many among all that are named; and the questions that do not. */
  function count(questions: readonly Asked[]) {
    const named = questions.map(([question, right]) => ({ question, right, named: nameIn(question) }));
    const isRight = (right: string, name: string | undefined) => right.split(' ').includes(name ?? '');
    const wrong = named.filter(({ right, named: [first] }) => !isRight(right, first));
    const among = named.filter(({ right, named: all }) => all.some(name => isRight(right, name)));
    return { first: questions.length - wrong.length, among: among.length, wrong };
  }

  return { answer, nameIn, count };
}
