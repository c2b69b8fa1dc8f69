// The search index over the help pages: every tool with its keywords, every question with its answer, every section of the text pages, in
// both languages.
import { setImmediate } from 'node:timers/promises';
import { unmetWishes } from 'contract/unmet-wishes.ts';
import { type Language, languages } from 'contract/words.ts';
import MiniSearch from 'minisearch';
import type { KnownTool } from '../content/read-tools.ts';
import { findKindsIn, weighFiles } from './file-kinds.ts';
import { learnExamples } from './learn-examples.ts';
import { readStart } from './phrases.ts';
import { type Intent, measureRarity, rateWish, readIntent } from './read-intent.ts';
import { readOptions, type Wish } from './read-wish.ts';
import { shareOut, topicSubject } from './share-out.ts';
import { splitWords } from './split-words.ts';
import { type Topic, topics } from './topics.ts';

/** A passage of the help. */
interface Passage {
  readonly id: string;
  readonly kind: 'tool' | 'question' | 'section';
  /** The tool's folder, or the page's name. */
  readonly of: string;
  readonly title: string;
  /** The text below the title. */
  readonly text: string;
  readonly keywords?: string;
  /** Only for a section: the title of its page. */
  readonly page?: string;
}

interface Found {
  readonly passage: Passage;
  readonly score: number;
}

/** What a question is about. The shares of all tools, topics and what the site does not do add up to 1. */
export interface Subject {
  /** Likeliest first. `score` rates the words and wishes found, without the examples. */
  readonly tools: readonly { readonly known: KnownTool; readonly share: number; readonly score: number }[];
  /** The section that answers the likeliest question about the site. */
  readonly topic?: { readonly passage: Passage; readonly share: number };
  /** Names of the topics whose words the question has. */
  readonly topics: readonly string[];
  /** nothing: the question is not about files or the site. cannot: no tool of this site does that. */
  readonly beyond: { readonly kind: 'nothing' | 'cannot'; readonly share: number };
}

export interface HelpIndex {
  findSubject: (question: string, wish: Wish, language: Language) => Subject;
  /** Questions and sections, best first. */
  findPassages: (question: string, language: Language) => readonly Found[];
}

export interface IndexedPage {
  /** The page's name, or `help/` and the tool's folder. */
  readonly name: string;
  readonly language: Language;
  readonly markdown: string;
}

const fields = ['title', 'keywords', 'text'] as const;
const max = 20;
/** Score of an option that identifies the tool. The words of a good match score about 100. */
const tellingScore = 40;

/** The sections of a page: a heading and the text below it. */
function splitPage({ name, language, markdown }: IndexedPage): Passage[] {
  const [head = '', ...sections] = markdown.split(/^## /m);
  const page = /^# (.*)/.exec(head)?.[1] ?? name;
  return sections.map((section, at) => {
    const [title = '', ...rest] = section.split('\n');
    // The row of links below the last section is navigation without content.
    const text = rest.join('\n').replace(/(^|\n)\s*(\[[^\]]*\]\([^)]*\)\s*)+$/, '');
    return { id: `${name}/${language}/${at}`, kind: 'section', of: name, title: title.trim(), text: text.trim(), page };
  });
}

function passagesOf({ tool, words, help, replacedIn }: KnownTool, language: Language): Passage[] {
  const { title, blurb, keywords } = words[language];
  const { steps } = help[language];
  // Our questions help to find the tool, but as answers they would contradict the operator's guide.
  const questions = replacedIn?.includes(language) ? [] : help[language].questions;
  return [
    { id: `tool/${tool.name}`, kind: 'tool', of: tool.name, title, keywords, text: [blurb, ...steps].join('\n') },
    ...questions.map(({ question, answer }, at) => ({
      id: `question/${tool.name}/${at}`,
      kind: 'question' as const,
      of: tool.name,
      title: question,
      text: answer,
    })),
  ];
}

function openSearch(passages: readonly Passage[]): MiniSearch<Passage> {
  const search = new MiniSearch<Passage>({
    fields: [...fields],
    tokenize: splitWords,
    processTerm: term => term,
    searchOptions: {
      boost: { title: 3, keywords: 4, text: 1 },
      // Up to three typos: the search for words of 30 letters with six went through most of the index.
      fuzzy: term => (/^[a-z]{5,16}$/.test(term) ? 0.2 : false),
      prefix: term => /^[a-z]{4,}$/.test(term),
      weights: { fuzzy: 0.3, prefix: 0.4 },
    },
  });
  search.addAll([...passages]);
  return search;
}

/** Words for the kind of file: they are weighed separately and hardly identify the tool. */
const kindTerms = new Set([...splitWords('图片 照片 图像 视频'), 'image', 'video']);

/** Weights of pages: the FAQ and the help say the same as others in fewer words. */
const pageWeights: Readonly<Partial<Record<string, number>>> = { faq: 1.3, help: 1.2, agreement: 0.8, privacy: 0.8 };

/** Score per unit of a named wish, relative to the score of found words, which is flattened above `manyWords`. */
const wishScore = 14;
const manyWords = 45;
const flatten = (score: number) => (manyWords * score) / (manyWords + score);

/** Builds the index of one language at a time, so that requests are handled in between. */
export async function openHelpIndex(tools: readonly KnownTool[], pages: readonly IndexedPage[]): Promise<HelpIndex> {
  const byLanguage = {} as Record<Language, (question: string) => Found[]>;
  for (const language of languages) {
    await setImmediate();
    const passages = [
      ...tools.flatMap(known => passagesOf(known, language)),
      ...pages.filter(page => page.language === language).flatMap(splitPage),
    ];
    const search = openSearch(passages);
    const byId = new Map(passages.map(passage => [passage.id, passage]));
    byLanguage[language] = question => {
      const words = [...new Set(splitWords(readStart(question)))];
      const found = search.search(words.join(' '), {
        tokenize: text => text.split(' '),
        boostTerm: term => (kindTerms.has(term) ? 0.2 : 1),
      });
      return found.map(({ id, score }) => ({ passage: byId.get(String(id))!, score }));
    };
  }

  const classify = await learnExamples();
  const rarity = measureRarity(tools.map(({ help }) => help.wishes ?? []));

  function scoreTools(question: string, intent: Intent, wish: Wish, language: Language): ReadonlyMap<string, number> {
    const kinds = findKindsIn(intent.text, wish);
    const scores = new Map<string, number>();
    const answered = new Map<string, number>();
    for (const { passage, score } of byLanguage[language](question)) {
      if (passage.kind === 'tool') scores.set(passage.of, score);
      // A tool's best-matching answer counts a little, the others not at all.
      if (passage.kind === 'question' && !answered.has(passage.of)) answered.set(passage.of, score);
    }
    return new Map(
      tools.map(known => {
        const words = (scores.get(known.tool.name) ?? 0) + 0.25 * (answered.get(known.tool.name) ?? 0);
        const rates = (known.help.wishes ?? []).map(name => rateWish(name, intent, rarity)).sort((a, b) => b - a);
        const wished = (rates[0] ?? 0) + 0.2 * Math.max(0, rates[1] ?? 0);
        const asks = known.tool.asks ?? {};
        const asked = Object.keys(readOptions(asks, '', wish));
        const isTold = asked.some(name => asks[name]?.isTelling);
        const score = flatten(words) + wishScore * wished + (isTold ? tellingScore : 0);
        return [known.tool.name, Math.max(0, score * weighFiles(known, kinds, wish))];
      }),
    );
  }

  const isSold = pages.some(({ name }) => name === 'privilege');
  const findTopic = (name: string) => topics.find(topic => topic.name === name);
  /** Where nothing is sold, the answer to any question about money is that everything is free. */
  const topicHere = (topic: Topic) => (topic.ofMembership && !isSold ? findTopic('price') : topic);

  return {
    findSubject(question, wish, language) {
      const intent = readIntent(question, wish);
      const scores = scoreTools(question, intent, wish, language);
      if (unmetWishes.test(question.normalize('NFKC').toLowerCase()))
        return { tools: [], topics: [], beyond: { kind: 'cannot', share: 1 } };
      const shares = shareOut(classify(intent.corrected), { scores, topics: intent.topics });
      const topicShares = topics.map(topic => ({ topic, share: shares.get(topicSubject(topic)) ?? 0 }));
      const likeliest = topicShares.reduce((a, b) => (b.share > a.share ? b : a));
      const told = topicHere(likeliest.topic);
      const section =
        told &&
        byLanguage[language](told.answer[language]).find(
          ({ passage }) => passage.kind === 'section' && passage.of === told.page,
        );
      const [nothing = 0, cannot = 0] = ['nothing', 'cannot'].map(subject => shares.get(subject));
      return {
        tools: tools
          .map(known => ({
            known,
            share: shares.get(known.tool.name) ?? 0,
            score: scores.get(known.tool.name) ?? 0,
          }))
          .sort((a, b) => b.share - a.share),
        topics: intent.topics.map(({ name }) => name),
        ...(section && { topic: { passage: section.passage, share: likeliest.share } }),
        beyond: { kind: nothing > cannot ? 'nothing' : 'cannot', share: nothing + cannot },
      };
    },
    findPassages: (question, language) =>
      byLanguage[language](question)
        .filter(({ passage }) => passage.kind !== 'tool')
        .map(({ passage, score }) => ({
          passage,
          score: passage.kind === 'section' ? score * (pageWeights[passage.of] ?? 1) : score,
        }))
        .sort((a, b) => b.score - a.score)
        .slice(0, max),
  };
}
