// Answers a question from the help pages alone: the tool for the task, opened with the options that were named, its steps, and the help's
// text about it.
import { type Asked, type Asks, writeAskedPath } from 'contract/asks.ts';
import { inCoins } from 'contract/prices.ts';
import type { Proposal } from 'contract/routes/chat.ts';
import type { Cost } from 'contract/tool.ts';
import { fill, type Language } from 'contract/words.ts';
import { escapeMarkdown } from '../content/guides.ts';
import type { KnownTool } from '../content/read-tools.ts';
import { findKindsIn, withoutKinds } from './file-kinds.ts';
import type { HelpIndex, Subject } from './help-index.ts';
import { maxLetters } from './phrases.ts';
import { readIntent } from './read-intent.ts';
import { readOptions, readWish } from './read-wish.ts';
import { splitWords } from './split-words.ts';
import { words } from './words.ts';

export interface Composed {
  /** Markdown. */
  readonly text: string;
  readonly proposals: readonly Proposal[];
}

interface Question {
  readonly prompt: string;
  /** The person's earlier questions, latest last. */
  readonly earlier: readonly string[];
  /** The language of the page; the answer is in the question's own. */
  readonly language: Language;
}

/** Minimum score of a section that answers although no example resembles the question, such as one of an operator's own page. */
const sureScore = 70;
/** Such a section never beats a tool with this share, unless the question contains the whole title of the section, of at least so many words. */
const sureShare = 0.5;
const minTitleWords = 2;
/** Minimum score of a help text that answers the question itself rather than describing the tool for it. */
const minAnswer = 30;
/** Minimum score of such a section as a multiple of the best tool's. */
const sectionOverTool = 2;
const steps = 4;
const otherTools = 2;
/** Maximum number of tools to choose from when several fit about equally well, and the minimum share of each relative to the best. */
const maxTools = 3;
const asGood = 0.22;
/** The same for a tool that is only mentioned. */
const worthMentioning = 0.04;
const commonTools = ['inpaint-image', 'cutout-image', 'image-converter', 'compress', 'video-converter'];

export const languageOfQuestion = (question: string, otherwise: Language): Language =>
  /\p{Script=Han}/u.test(question) ? 'zh' : /[a-z]{2}/i.test(question) ? 'en' : otherwise;

/** These URLs work in every client of this host: the page's routes follow the hash. */
const linkTo = (path: string) => `/#${path}`;

const withoutStop = (text: string) => text.trimEnd().replace(/[。.]$/, '');

const units: Readonly<Record<string, string>> = {
  targetKb: ' KB',
  maxKb: ' KB',
  targetMb: ' MB',
  percent: '%',
  dpi: ' dpi',
  longEdge: ' px',
  shortSide: 'p',
  speed: '×',
  ratio: '',
  turn: '°',
};

/** Options in a person's words; options with internal names as values are omitted. */
function nameOptions(asked: Asked, asks: Asks, language: Language): string {
  const { width, height, unit = 'px', ...rest } = asked;
  const size = [width, height].filter(side => side !== undefined).join(' × ');
  const named = Object.entries(rest).flatMap(([name, value]) => {
    const own = asks[name]?.names?.[String(value)];
    if (own) return [own[language]];
    if (name === 'format') return [String(value).toUpperCase()];
    if (name === 'upscale') return [fill(words[language].times, { count: value })];
    return units[name] === undefined || !/^\d/.test(String(value)) ? [] : [`${value}${units[name]}`];
  });
  return [...(size ? [`${size} ${unit}`] : []), ...named].join(language === 'zh' ? '、' : ', ');
}

/** Proposes a tool that the person can open, with the options in the question. */
export function proposeTool({ tool }: KnownTool, options: Asked): Proposal {
  return { tool: tool.name, path: writeAskedPath(tool.route, options), options };
}

const nameTools = (known: readonly KnownTool[], language: Language): string =>
  known
    .map(({ tool, words: own }) => `[${own[language].title}](${linkTo(tool.route)})`)
    .join(language === 'zh' ? '、' : ', ');

const smallTalk = [
  [/^(你好|您好|嗨|哈喽|在吗|hi|hello|hey|good (morning|afternoon|evening))[\s!！。.~，,]*$/i, 'greeting'],
  [/^(谢谢|多谢|感谢|thanks?|thank you|thx)[\s!！。.~]*((你|您|a lot|so much|very much)[\s!！。.~]*)?$/i, 'thanks'],
  [
    /你是谁|您是谁|你是什么|你叫什么|是(不是)?(真人|机器人|ai)|什么模型|who are you|what are you|are you (an? )?(ai|bot|human|real)|which model/i,
    'whoAmI',
  ],
] as const;

export const findSmallTalk = (prompt: string): 'greeting' | 'thanks' | 'whoAmI' | undefined =>
  smallTalk.find(([pattern]) => pattern.test(prompt.trim()))?.[1];

/** Matches a question that continues the one before, such as "and for PDF?": its own words do not tell the subject. */
const goesOn =
  /^(那|如果|还有|换成|改成|换|也|同样|(and|but|or|ok|also|same|then|for|in|as|to|with|what about|how about|what if|does it|can it)\b)|(呢|也(行|可以|能|支持).{0,3})[?？]?$/i;
const maxWordsGoingOn = 5;

/** A question together with the subject that it takes from those before it. */
function readWithEarlier({ prompt, earlier }: Pick<Question, 'prompt' | 'earlier'>): string {
  // The two questions are searched together, up to this length.
  const room = Math.max(0, maxLetters - prompt.length - 1);
  const last = earlier.at(-1)?.slice(0, room);
  const isShort = goesOn.test(prompt.trim()) && splitWords(prompt).length <= maxWordsGoingOn;
  if (last === undefined || !isShort) return prompt;
  const wish = readWish(prompt);
  const { deeds, text, topics } = readIntent(prompt, wish);
  const saysItAll = topics.length > 0 || [...deeds.values()].some(places => places.length > 0);
  if (saysItAll) return prompt;
  const before = readWithEarlier({ prompt: last, earlier: earlier.slice(0, -1) }).slice(0, room);
  return `${findKindsIn(text, wish).size > 0 ? withoutKinds(before) : before} ${prompt}`;
}

/** The price of a tool's smallest run, by the tool's name; null on a server where everything is free. */
export type Prices = ReadonlyMap<string, Cost & { readonly isFixed: boolean }> | null;

/** Minimum score of a tool whose price is asked for, and of each relative to the best. A score below names no tool. */
const minPriced = 25;
const asPriced = 0.75;

/** The tools whose price a question asks for; none if it asks what the site costs. */
function findPriced(found: Subject['tools']): readonly KnownTool[] {
  const best = Math.max(0, ...found.map(({ score }) => score));
  if (best < minPriced) return [];
  return found
    .filter(({ score }) => score >= best * asPriced)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxTools)
    .map(({ known }) => known);
}

function tellPrices(known: readonly KnownTool[], prices: Prices, language: Language): string {
  const t = words[language];
  const costs = known.map(({ tool, words: own }) => {
    const price = prices?.get(tool.name);
    const link = { title: own[language].title, path: linkTo(tool.route) };
    if (!price || price.kind === 'none') return { isPaid: false, line: fill(t.isFree, link) };
    const coins = inCoins(price);
    const uses = price.kind === 'use' ? price.amount : 0;
    return { isPaid: true, line: fill(price.isFixed ? t.costs : t.costsFrom, { ...link, uses, coins }) };
  });
  const lines = costs.map(({ line }) => line);
  if (prices && costs.some(({ isPaid }) => isPaid)) lines.push(t.tryFirst);
  return lines.join('\n\n');
}

/** Returns whether a question contains all words of a title. This finds sections of operators' own pages, for which there are no examples. */
function containsTitle(question: string, title: string): boolean {
  const words = new Set(splitWords(question));
  const wanted = splitWords(title);
  return wanted.length >= minTitleWords && wanted.every(word => words.has(word));
}

export function composeAnswer(
  index: HelpIndex,
  tools: readonly KnownTool[],
  question: Question,
  { brand, prices }: { readonly brand: Readonly<Record<Language, string>>; readonly prices: Prices },
): Composed {
  const language = languageOfQuestion(question.prompt, question.language);
  const t = words[language];
  const talk = findSmallTalk(question.prompt);
  if (talk) return { text: fill(t[talk], { brand: brand[language] }), proposals: [] };

  const asked = readWithEarlier(question);
  const wish = readWish(asked);
  const { tools: found, topic, topics, beyond } = index.findSubject(asked, wish, language);
  const priced = topics.includes('price') ? findPriced(found) : [];
  if (priced.length > 0) return { text: tellPrices(priced, prices, language), proposals: [] };
  const passages = index.findPassages(asked, language);
  const [best] = found;
  const share = best?.share ?? 0;

  const named = passages.find(
    ({ passage, score }) =>
      passage.kind === 'section' && score >= Math.max(sureScore, sectionOverTool * (best?.score ?? 0)),
  );
  const isTopic = topic && topic.share >= Math.max(share, beyond.share);
  const isNamed = named && (share < sureShare || containsTitle(asked, named.passage.title));
  const section = isTopic ? topic.passage : isNamed ? named.passage : undefined;
  if (section) {
    const { title, page = title, text, of } = section;
    const seeMore = fill(t.seeMore, { title: page, path: linkTo(`/${of}`) });
    return { text: `**${title}**\n\n${text}\n\n${seeMore}`, proposals: [] };
  }
  if (!best || beyond.share > share) {
    const common = tools.filter(({ tool }) => commonTools.includes(tool.name));
    const parts = [
      beyond.kind === 'cannot' ? t.cannot : t.notFound,
      fill(t.commonTools, { links: nameTools(common, language) }),
      t.asLast,
    ];
    return { text: parts.join('\n\n'), proposals: [] };
  }

  const close = found.filter(one => one.share >= share * asGood).slice(0, maxTools);
  if (close.length > 1) {
    const proposed = close.map(({ known }) => ({
      known,
      proposal: proposeTool(known, readOptions(known.tool.asks ?? {}, asked, wish)),
    }));
    const lines = proposed.map(({ known, proposal }) => {
      const { title, blurb } = known.words[language];
      return `- **[${title}](${linkTo(proposal.path)})**${t.colon}${escapeMarkdown(withoutStop(blurb))}`;
    });
    const parts = [t.several, lines.join('\n'), t.which];
    return { text: parts.join('\n\n'), proposals: proposed.map(({ proposal }) => proposal) };
  }

  const { known } = best;
  const name = known.tool.name;
  const { title, blurb } = known.words[language];
  const proposal = proposeTool(known, readOptions(known.tool.asks ?? {}, asked, wish));
  const options = nameOptions(proposal.options, known.tool.asks ?? {}, language);
  const answer = passages.find(({ passage }) => passage.kind === 'question' && passage.of === name);
  const others = found
    .slice(1)
    .filter(one => one.share >= share * worthMentioning)
    .slice(0, otherTools)
    .map(other => other.known);
  const parts = [
    fill(t.canDo, { title, path: linkTo(proposal.path), blurb: escapeMarkdown(withoutStop(blurb)) }) +
      (options ? `${language === 'zh' ? '' : ' '}${fill(t.isSet, { options })}` : ''),
    (known.replacedIn?.includes(language) ? [] : known.help[language].steps)
      .slice(0, steps)
      .map((step, at) => `${at + 1}. ${escapeMarkdown(step)}`)
      .join('\n'),
    ...(answer && answer.score >= minAnswer
      ? [`**${escapeMarkdown(answer.passage.title)}**\n\n${escapeMarkdown(answer.passage.text)}`]
      : []),
    fill(t.guide, { title, path: linkTo(`/help/${name}`) }),
    ...(others.length > 0 ? [fill(t.others, { links: nameTools(others, language) })] : []),
  ];
  return { text: parts.filter(Boolean).join('\n\n'), proposals: [proposal] };
}
