// The guide of each tool: generated from its words, its help and its contract, unless the operator has a file for it, named after the tool,
// in the folder `help` of its language in CONTENT_DIR.
import path from 'node:path';
import { type MediaName, media } from 'contract/media.ts';
import type { InputFileRule, ToolContract } from 'contract/tool.ts';
import { defineWords, fill, type Language } from 'contract/words.ts';
import { fillPage, type PageConfig, readChanged } from './pages.ts';
import type { KnownTool } from './read-tools.ts';

const words = defineWords({
  zh: {
    steps: '怎么用',
    limits: '支持的文件',
    questions: '常见问题',
    main: '{types}，每个不超过 {size}',
    side: '可以另加：{types}，每个不超过 {size}',
    many: '一个结果最多用 {max} 个文件',
    formats: '结果可存为：{types}',
    noFile: '不需要上传文件',
    kept: '结果保留 {hours} 小时，请及时下载',
    between: '、',
    open: '打开{title}',
    assistant: '问智能助手',
    all: '全部教程',
  },
  en: {
    steps: 'How to use it',
    limits: 'Files and limits',
    questions: 'Questions',
    main: '{types}, up to {size} each',
    side: 'Can go with it: {types}, up to {size} each',
    many: 'Up to {max} files in one result',
    formats: 'Saves as {types}',
    noFile: 'No file is needed',
    kept: 'Results are kept for {hours} {hours:hour|hours}; download them in time',
    between: ', ',
    open: 'Open {title}',
    assistant: 'Ask the assistant',
    all: 'All guides',
  },
});

/** Escapes plain text of ours for Markdown. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&')
    // A number or a dash at the beginning of a line would start a list.
    .replace(/^(\s*\d+)([.)])/gm, '$1\\$2')
    .replace(/^(\s*)([-+=])/gm, '$1\\$2');

const nameTypes = (types: readonly unknown[], language: Language): string =>
  types.map(type => String(type).toUpperCase()).join(words[language].between);

function nameSize(bytes: number): string {
  const units = ['KB', 'MB', 'GB'];
  const power = Math.min(units.length, Math.max(1, Math.floor(Math.log(bytes) / Math.log(1024))));
  return `${Math.round(bytes / 1024 ** power)} ${units[power - 1]}`;
}

/** The main input files: the first input, or all those of which exactly one is needed. */
function listMainInputs({
  calls,
  opens,
}: ToolContract): readonly Pick<InputFileRule, 'accept' | 'maxBytes' | 'many'>[] {
  if (opens) return [opens];
  const [first, ...others] = calls[0]?.inputs ?? [];
  if (!first) return [];
  return first.required === 'one' ? [first, ...others.filter(({ required }) => required === 'one')] : [first];
}

/**
 * The files that a person may add, each type set once if it differs from the main one. Masks and files that the page sends itself are
 * omitted.
 */
function listSideInputs(tool: ToolContract): InputFileRule[] {
  const main = listMainInputs(tool);
  const side = (tool.calls[0]?.inputs ?? []).filter(
    input => !main.includes(input) && !input.isMask && !input.isUnread && input.many?.min !== 0,
  );
  const keyOf = ({ accept, maxBytes }: Pick<InputFileRule, 'accept' | 'maxBytes'>) => `${accept} ${maxBytes}`;
  const told = main.map(keyOf);
  return side.filter(
    (input, at) => !told.includes(keyOf(input)) && side.findIndex(other => keyOf(other) === keyOf(input)) === at,
  );
}

const isMedia = (name: unknown): name is MediaName => typeof name === 'string' && Object.hasOwn(media, name);

function listLimits({ tool }: KnownTool, language: Language): string[] {
  const t = words[language];
  const main = listMainInputs(tool);
  const tell = (sentence: string, { accept, maxBytes }: Pick<InputFileRule, 'accept' | 'maxBytes'>) =>
    fill(sentence, { types: nameTypes(accept, language), size: nameSize(maxBytes) });
  const max = main[0]?.many?.max ?? 1;
  const formats = (tool.asks?.format?.choices ?? []).filter(isMedia);
  return [
    ...(main.length === 0 ? [t.noFile] : main.map(input => tell(t.main, input))),
    ...listSideInputs(tool).map(input => tell(t.side, input)),
    ...(max > 1 ? [fill(t.many, { max })] : []),
    ...(formats.length > 0 ? [fill(t.formats, { types: nameTypes(formats, language) })] : []),
    ...(tool.calls.length > 0 ? [t.kept] : []),
  ];
}

/** Writes a tool's guide. The placeholder `{hours}` is filled by `fillPage`. */
export function writeGuide(known: KnownTool, language: Language): string {
  const t = words[language];
  const { title, blurb } = known.words[language];
  const { steps, questions } = known.help[language];
  const parts = [
    `# ${escapeMarkdown(title)}`,
    escapeMarkdown(blurb),
    `## ${t.steps}`,
    steps.map((step, at) => `${at + 1}. ${escapeMarkdown(step)}`).join('\n'),
    `## ${t.limits}`,
    listLimits(known, language)
      .map(limit => `- ${limit}`)
      .join('\n'),
    `## ${t.questions}`,
    ...questions.map(({ question, answer }) => `**${escapeMarkdown(question)}**\\\n${escapeMarkdown(answer)}`),
    `[${fill(t.open, { title: escapeMarkdown(title) })}](/#${known.tool.route}) [${t.assistant}](/#/chat) [${t.all}](/#/tutorial)`,
  ];
  return `${parts.join('\n\n')}\n`;
}

export interface Guide {
  readonly markdown: string;
  /** Whether this is the operator's own text, which the tool's help does not know. */
  readonly isReplaced: boolean;
  /** Distinguishes one version of a file from the next. */
  readonly changedMs: number;
}

export async function readGuide(config: PageConfig, known: KnownTool, language: Language): Promise<Guide> {
  const file = config.contentFolder && path.join(config.contentFolder, language, 'help', `${known.tool.name}.md`);
  const found = file ? await readChanged(file) : undefined;
  const markdown = fillPage(found?.text ?? writeGuide(known, language), config, language);
  return { markdown, isReplaced: found !== undefined, changedMs: found?.changedMs ?? 0 };
}
