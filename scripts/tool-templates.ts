// The initial files of a new tool. Each says what belongs there; together they compile and fail their test.

const toPascal = (camel: string) => camel[0]?.toUpperCase() + camel.slice(1);

const contract = (name: string, camel: string) => `// ${toPascal(camel)}: what it takes and what it can be asked for.
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

/** Every field beside the input files, each with its limits and a default. */
export const ${camel}Options = z.object({});
export type ${toPascal(camel)}Options = z.output<typeof ${camel}Options>;

export const ${camel} = defineTool({
  name: '${name}',
  route: '/editor/${camel}',
  category: 'picture',
  icon: 'wand-sparkles',
  calls: [
    {
      name: 'run',
      // The call that clients know.
      path: '/web/${camel}',
      keyCode: 'IMAGE_CHANGE',
      lane: 'image',
      cost: { kind: 'none' },
      deadlineMs: 120_000,
      startPercent: 20,
      inputs: [{ field: 'imageUrl', required: true, accept: ['jpg', 'png', 'webp'], maxBytes: maxPictureBytes }],
      options: ${camel}Options,
    },
  ],
});
`;

const run = (
  name: string,
  camel: string,
) => `// ${toPascal(camel)}: one function for every call of the contract. The work itself is done by engines/.
import type { Run, Runs } from 'contract/run.ts';
import type { ${toPascal(camel)}Options, ${camel} } from './contract.ts';

/** Reads \`inputs.imageUrl\`, writes into \`folder\`, answers the files it wrote. Refuses with AppError. */
const run: Run<${toPascal(camel)}Options> = async ({ progress }) => {
  progress(0, 'reading');
  throw new Error('tools/${name}/run.ts: write what the tool does');
};

export const runs: Runs<typeof ${camel}> = { run };
`;

const test = (
  name: string,
  camel: string,
) => `// ${toPascal(camel)} on real files: what comes out is looked at, pixel by pixel.
import { expect, test } from 'vitest';

test('a real picture comes out as it should', () => {
  expect.fail(
    'tools/${name}/run.test.ts: run the tool on a file of fixtures/, look at what comes out and at every refusal, and remove this line',
  );
});
`;

const screen = (
  _: string,
  camel: string,
) => `// The options of ${camel} as a person sets them, and how they go into its call.
import { defineScreen, type OptionsProps } from 'ui/tool-screen.ts';
import type { ${toPascal(camel)}Options } from './contract.ts';
import { words } from './words.ts';

function Options({ language }: OptionsProps<${toPascal(camel)}Options>) {
  const t = words[language];
  return <p>{t.blurb}</p>;
}

export const screen = defineScreen<${toPascal(camel)}Options>({
  Options,
  defaultOptions: () => ({}),
  runLabel: (_options, _count, language) => words[language].runOne,
  optionsLabel: (_options, language) => words[language].title,
});
`;

const words = (
  _: string,
  camel: string,
) => `// The words of ${camel}. Title and blurb are on its tile; keywords are what the search finds it by.
import { defineWords } from 'contract/words.ts';

export const words = defineWords({
  zh: {
    title: '',
    blurb: '',
    keywords: '',
    runOne: '',
  },
  en: {
    title: '',
    blurb: '',
    keywords: '',
    runOne: '',
  },
});
`;

const help = (
  _: string,
  camel: string,
) => `// How ${camel} is used, and what people ask about it. As many steps and questions in one language as in the other.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  zh: { steps: [], questions: [] },
  en: { steps: [], questions: [] },
});
`;

/** File name → text, for a tool's name in kebab and in camel case. */
export const writeTemplates = (name: string, camel: string): Record<string, string> => ({
  'contract.ts': contract(name, camel),
  'run.ts': run(name, camel),
  'run.test.ts': test(name, camel),
  'screen.tsx': screen(name, camel),
  'words.ts': words(name, camel),
  'help.ts': help(name, camel),
});
