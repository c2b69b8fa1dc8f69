// Gives the browser the catalogue of tools as data: evaluated here, at build time, so that no schema library is shipped.
import { mainInputOf } from 'contract/steps.ts';
import type { CatalogueTool, ListedTool, ToolContract } from 'contract/tool.ts';
import type { Language } from 'contract/words.ts';
import { tools } from 'tools/index.ts';
import type { Plugin } from 'vite';

const names = [
  'virtual:tool-list',
  'virtual:catalogue',
  'virtual:remedies',
  'virtual:tool-icons',
  'virtual:tile-words/zh',
  'virtual:tile-words/en',
  'virtual:search-words',
] as const;

const listTool = ({ name, route, category, icon, needs, opens }: ToolContract): ListedTool => ({
  name,
  route,
  category,
  icon,
  ...(needs && { needs }),
  ...(opens && { opens }),
});

function describeTool(tool: ToolContract): CatalogueTool {
  return {
    ...listTool(tool),
    calls: tool.calls.map(({ name, path, keyCode, startPercent, inputs, gives }) => ({
      ...(gives && mainInputOf({ inputs }) && { isStep: true as const }),
      name,
      path,
      keyCode,
      startPercent,
      inputs: inputs.filter(input => !input.isMade),
    })),
  };
}

/** Title and blurb of every tool, by its name. */
export async function collectTileWords(language: Language) {
  const entries = tools.map(async ({ name }) => {
    const { words } = await import(`tools/${name}/words.ts`);
    const { title, blurb } = words[language];
    return [name, { title, blurb }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** What a search finds every tool by, whatever the page's language: titles and keywords of both, by the tool's name. */
export async function collectSearchWords(): Promise<Record<string, string>> {
  const entries = tools.map(async ({ name }) => {
    const { words } = await import(`tools/${name}/words.ts`);
    const all = [words.zh, words.en].flatMap(({ title, keywords }) => `${title} ${keywords}`.split(/\s+/));
    return [name, [...new Set(all)].join(' ')] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

function writeIconModule(): string {
  const icons = [...new Set(tools.map(tool => tool.icon))];
  return [
    ...icons.map((icon, index) => `import icon${index} from 'lucide-react/icons/${icon}';`),
    `export const toolIcons = { ${icons.map((icon, index) => `'${icon}': icon${index}`).join(', ')} };`,
  ].join('\n');
}

export function cataloguePlugin(): Plugin {
  return {
    name: 'catalogue',
    resolveId(id) {
      return (names as readonly string[]).includes(id) ? `\0${id}` : undefined;
    },
    async load(id) {
      if (id === '\0virtual:tool-list') return `export const toolList = ${JSON.stringify(tools.map(listTool))};`;
      if (id === '\0virtual:catalogue') return `export const catalogue = ${JSON.stringify(tools.map(describeTool))};`;
      if (id === '\0virtual:remedies')
        return `export const toolRemedies = ${JSON.stringify(Object.assign({}, ...tools.map(tool => tool.remedies)))};`;
      if (id === '\0virtual:tool-icons') return writeIconModule();
      if (id === '\0virtual:search-words')
        return `export const searchWords = ${JSON.stringify(await collectSearchWords())};`;
      const language = /^\0virtual:tile-words\/(zh|en)$/.exec(id)?.[1];
      if (!language) return undefined;
      return `export const tileWords = ${JSON.stringify(await collectTileWords(language as Language))};`;
    },
  };
}
