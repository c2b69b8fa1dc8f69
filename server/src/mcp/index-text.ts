// GET /llms.txt: what the product is and where its API, its MCP server and its guides are, as plain text for language models.
import { tools } from 'tools/index.ts';
import type { Config } from '../config.ts';
import { readTools } from '../content/read-tools.ts';
import { nameOfOffer } from './offers.ts';

const made = new Map<string, Promise<string>>();

async function write({ brand, publicUrl }: Config): Promise<string> {
  // Never from the Host header: a response in shared caches must not contain what one client sent.
  const base = publicUrl ?? '';
  const known = await readTools(tools);
  const lines = known.map(({ tool, words }) => {
    const { title, blurb } = words.en;
    const names = tool.calls.map(call => `\`${nameOfOffer({ tool, call })}\``).join(', ');
    return `- [${title}](${base}/#${tool.route}): ${blurb}${names && ` (MCP: ${names})`}`;
  });
  return [
    `# ${brand.nameEn}`,
    '> An online toolbox for pictures and video: convert, cut out, enlarge, repair, mark, recognise text and speech. Anyone can host it.',
    `> ${brand.nameZh}：图片和视频的在线工具箱，网页、API 与 MCP 皆可使用。`,
    'Calls need an API key, which a person creates in the account page under "API keys": `Authorization: Bearer pxk_…`.',
    '## API',
    [
      `- [API reference](${base}/docs): every call, with a page to try it`,
      `- [OpenAPI description](${base}/openapi.json): the same for programs`,
    ].join('\n'),
    '## MCP',
    [
      `- ${base}/mcp: streamable HTTP, POST, with the same API key. A tool that costs something asks for consent to its price first.`,
      '- `pixwright mcp`: the same over standard input and output, by the command line.',
    ].join('\n'),
    '## Tools',
    lines.join('\n'),
    '',
  ].join('\n\n');
}

/** Written once: it depends on the settings of this server alone. */
export function writeIndex({ config }: { readonly config: Config }): Promise<string> {
  const key = `${config.publicUrl}`;
  const text = made.get(key) ?? write(config);
  made.set(key, text);
  text.catch(() => made.delete(key));
  return text;
}
