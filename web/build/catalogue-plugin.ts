// Gives the browser the catalogue of tools as data: evaluated here, at build time, so that no schema library is shipped.
import type { CatalogueTool, ToolContract } from 'contract/tool.ts';
import type { Language } from 'contract/words.ts';
import { tools } from 'tools/index.ts';
import type { Plugin } from 'vite';

const names = ['virtual:catalogue', 'virtual:tool-icons', 'virtual:tile-words/zh', 'virtual:tile-words/en'] as const;

function describeTool(tool: ToolContract): CatalogueTool {
  const { name, route, category, icon, needs, calls, remedies } = tool;
  return {
    name,
    route,
    category,
    icon,
    ...(needs && { needs }),
    ...(remedies && { remedies }),
    calls: calls.map(({ name, path, keyCode, startPercent, inputs }) => ({
      name,
      path,
      keyCode,
      startPercent,
      inputs,
    })),
  };
}

/** Title, blurb and keywords of every tool, by its name. */
export async function collectTileWords(language: Language) {
  const entries = tools.map(async ({ name }) => {
    const { words } = await import(`tools/${name}/words.ts`);
    const { title, blurb } = words[language];
    const other = words[language === 'zh' ? 'en' : 'zh'];
    // A search finds the tool in both languages, independent of the page's language.
    const keywords = [...new Set(`${words[language].keywords} ${other.title} ${other.keywords}`.split(/\s+/))].join(
      ' ',
    );
    return [name, { title, blurb, keywords }] as const;
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
      if (id === '\0virtual:catalogue') return `export const catalogue = ${JSON.stringify(tools.map(describeTool))};`;
      if (id === '\0virtual:tool-icons') return writeIconModule();
      const language = /^\0virtual:tile-words\/(zh|en)$/.exec(id)?.[1];
      if (!language) return undefined;
      return `export const tileWords = ${JSON.stringify(await collectTileWords(language as Language))};`;
    },
  };
}
