// Saves a conversation as a Markdown file.
import { saveBlob } from 'ui/files/save-file.ts';
import type { Message } from './state.ts';

/** Characters that file systems reject or that would turn the name into a path. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among those removed.
const badSigns = /[\u0000-\u001f\\/:*?"<>|.]+/g;

const writeChat = (
  title: string,
  messages: readonly Message[],
  names: Readonly<Record<'you' | 'assistant', string>>,
): string =>
  `${[
    `# ${title.replace(/\s+/g, ' ')}`,
    ...messages.map(({ isOwn, text }) => `**${isOwn ? names.you : names.assistant}**\n\n${text}`),
  ].join('\n\n')}\n`;

export function exportChat(
  title: string,
  messages: readonly Message[],
  names: Readonly<Record<'you' | 'assistant', string>>,
): void {
  const name = `${title.replace(badSigns, ' ').trim().slice(0, 60) || 'chat'}.md`;
  saveBlob(new Blob([writeChat(title, messages, names)], { type: 'text/markdown' }), name);
}
