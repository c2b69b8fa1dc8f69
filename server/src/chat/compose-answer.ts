// Answers a question from the help pages alone: the tool that does it, opened with the options that were named, its steps, and what the help
// says about it.
import { type Asked, writeAskedPath } from 'contract/asks.ts';
import type { Proposal } from 'contract/routes/chat.ts';
import { fill, type Language } from 'contract/words.ts';
import { escapeMarkdown } from '../content/guides.ts';
import type { KnownTool } from '../content/read-tools.ts';
import type { HelpIndex } from './help-index.ts';
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
  /** What the person asked before, the last one last. */
  readonly earlier: readonly string[];
  /** Of the page; the answer comes in the question's own. */
  readonly language: Language;
}

/** Below this a match rests on a single common word. */
const leastScore = 9;
/** A help text answers the question itself, rather than belonging to the tool that does it. */
const leastAnswer = 30;
const steps = 4;
const otherTools = 2;
const commonTools = ['inpaint-image', 'cutout-image', 'image-converter', 'compress', 'video-converter'];

export const languageOfQuestion = (question: string, otherwise: Language): Language =>
  /\p{Script=Han}/u.test(question) ? 'zh' : /[a-z]{2}/i.test(question) ? 'en' : otherwise;

/** Addresses work in every client of this host: the page's routes follow the hash. */
const linkTo = (path: string) => `/#${path}`;

const withoutStop = (text: string) => text.replace(/[。.]\s*$/, '');

const units: Readonly<Record<string, string>> = { targetKb: ' KB', targetMb: ' MB', percent: '%', dpi: ' dpi' };

/** Options as a person says them; those whose values are names of ours are left out. */
function nameOptions(asked: Asked, language: Language): string {
  const { width, height, ...rest } = asked;
  const size = [width, height].filter(side => side !== undefined).join(' × ');
  const named = Object.entries(rest).flatMap(([name, value]) => {
    if (name === 'format') return [String(value).toUpperCase()];
    if (name === 'upscale') return [fill(words[language].times, { count: value })];
    return units[name] === undefined ? [] : [`${value}${units[name]}`];
  });
  return [...(size ? [`${size} px`] : []), ...named].join(language === 'zh' ? '、' : ', ');
}

/** A tool as something the person can open, with what the question sets. */
export function proposeTool({ tool }: KnownTool, options: Asked): Proposal {
  return { tool: tool.name, path: writeAskedPath(tool.route, options), options };
}

const nameTools = (known: readonly KnownTool[], language: Language): string =>
  known
    .map(({ tool, words: own }) => `[${own[language].title}](${linkTo(tool.route)})`)
    .join(language === 'zh' ? '、' : ', ');

const smallTalk = [
  [/^(你好|您好|嗨|哈喽|在吗|hi|hello|hey|good (morning|afternoon|evening))[\s!！。.~，,]*$/i, 'greeting'],
  [/^(谢谢|多谢|感谢|thanks?|thank you|thx)[\s!！。.~]*(你|您|a lot|so much|very much)?[\s!！。.~]*$/i, 'thanks'],
  [
    /你是谁|您是谁|你是什么|你叫什么|是(不是)?(真人|机器人|ai)|什么模型|who are you|what are you|are you (an? )?(ai|bot|human|real)|which model/i,
    'whoAmI',
  ],
] as const;

export const findSmallTalk = (prompt: string): 'greeting' | 'thanks' | 'whoAmI' | undefined =>
  smallTalk.find(([pattern]) => pattern.test(prompt.trim()))?.[1];

/** How a question goes on from the one before, such as "and for PDF?": its own words do not say what it is about. */
const goesOn = /^(那|如果|还有|换成|改成|and\b|what about|how about|what if|then\b)|呢[?？]?$/i;
const mostWordsGoingOn = 4;

const readWithEarlier = ({ prompt, earlier }: Question): string => {
  const last = earlier.at(-1);
  const isGoingOn = goesOn.test(prompt.trim()) && splitWords(prompt).length <= mostWordsGoingOn;
  return last && isGoingOn ? `${last} ${prompt}` : prompt;
};

export function composeAnswer(
  index: HelpIndex,
  tools: readonly KnownTool[],
  question: Question,
  brand: Readonly<Record<Language, string>>,
): Composed {
  const language = languageOfQuestion(question.prompt, question.language);
  const t = words[language];
  const talk = findSmallTalk(question.prompt);
  if (talk) return { text: fill(t[talk], { brand: brand[language] }), proposals: [] };

  const asked = readWithEarlier(question);
  const wish = readWish(asked);
  const found = index.findTools(asked, wish, language);
  const passages = index.findPassages(asked, language);
  const best = found[0]?.score !== undefined && found[0].score >= leastScore ? found[0] : undefined;
  const section = passages.find(({ passage }) => passage.kind === 'section');
  const isAboutSite = section && section.score >= leastScore && section.score > (best?.score ?? 0) * 1.1;

  if (isAboutSite) {
    const { passage } = section;
    const path = linkTo(`/${passage.of}`);
    return {
      text: `**${passage.title}**\n\n${passage.text}\n\n${fill(t.seeMore, { title: passage.page ?? passage.title, path })}`,
      proposals: [],
    };
  }
  if (!best) {
    const common = tools.filter(({ tool }) => commonTools.includes(tool.name));
    const parts = [t.notFound, fill(t.commonTools, { links: nameTools(common, language) }), t.asLast];
    return { text: parts.join('\n\n'), proposals: [] };
  }

  const { known } = best;
  const name = known.tool.name;
  const { title, blurb } = known.words[language];
  const proposal = proposeTool(known, readOptions(known.tool.asks ?? {}, asked, wish));
  const options = nameOptions(proposal.options, language);
  const answer = passages.find(({ passage }) => passage.kind === 'question' && passage.of === name);
  const others = found
    .slice(1)
    .filter(({ score }) => score >= best.score * 0.5)
    .slice(0, otherTools)
    .map(other => other.known);
  const parts = [
    fill(t.canDo, { title, path: linkTo(proposal.path), blurb: escapeMarkdown(withoutStop(blurb)) }) +
      (options ? `${language === 'zh' ? '' : ' '}${fill(t.isSet, { options })}` : ''),
    (known.replacedIn?.includes(language) ? [] : known.help[language].steps)
      .slice(0, steps)
      .map((step, at) => `${at + 1}. ${escapeMarkdown(step)}`)
      .join('\n'),
    ...(answer && answer.score >= leastAnswer
      ? [`**${escapeMarkdown(answer.passage.title)}**\n\n${escapeMarkdown(answer.passage.text)}`]
      : []),
    fill(t.guide, { title, path: linkTo(`/help/${name}`) }),
    ...(others.length > 0 ? [fill(t.others, { links: nameTools(others, language) })] : []),
  ];
  return { text: parts.filter(Boolean).join('\n\n'), proposals: [proposal] };
}
