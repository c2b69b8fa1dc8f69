// What an MCP tool answers: a summary in words, links to the result files, and the task or the failure as data.
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js';
import type { Failure } from 'contract/route.ts';
import type { Task } from 'contract/task.ts';
import { isWarning, warningWords } from 'contract/warnings.ts';
import { defineWords, fill, type Language } from 'contract/words.ts';

const words = defineWords({
  zh: {
    done: '已完成。',
    free: '免费。',
    charged: '已收费：{price}。',
    held: '已冻结：{price}，下载时才收取。',
    locked: '结果已锁定，只有预览。用户同意后，用 download_result 并填 confirmPrice: "{price}"，即可取得文件。',
    underway: '任务仍在进行，进度 {progress}%。请稍后用 get_task 查询 {taskId}。',
    cancelled: '任务已取消。',
    failed: '任务失败：{error}',
    cut: '（文字过长，以下省略；完整内容见结果文件。）',
    size: '{bytes} 字节',
  },
  en: {
    done: 'Done.',
    free: 'Free of charge.',
    charged: 'Charged: {price}.',
    held: 'Held: {price}, to be charged at the download.',
    locked:
      'The result is locked: there is only a preview. Once the user agrees, download_result with confirmPrice: "{price}" gives the files.',
    underway: 'The task is still under way, at {progress}%. Ask get_task for {taskId} later.',
    cancelled: 'The task was cancelled.',
    failed: 'The task failed: {error}',
    cut: '(The text goes on; all of it is in the result file.)',
    size: '{bytes} bytes',
  },
});

/** Characters of recognised text in the summary. */
const maxText = 20_000;

/** A price as people agree to it: "1 use", "20 coins". Null if there is none. */
export const nameOfPrice = ({ kind, amount }: Pick<Task['charge'], 'kind' | 'amount'>): string | null =>
  kind === 'none' ? null : kind === 'use' ? `${amount} ${amount === 1 ? 'use' : 'uses'}` : `${amount} coins`;

const say = (text: string): ContentBlock => ({ type: 'text', text });

function tellCharge({ charge, result }: Task, language: Language): string {
  const t = words[language];
  const price = nameOfPrice(charge);
  if (price === null) return t.free;
  if (charge.state === 'settled') return fill(t.charged, { price });
  const isLocked = result?.files.some(({ locked }) => locked) ?? false;
  return [charge.state === 'held' ? fill(t.held, { price }) : '', isLocked ? fill(t.locked, { price }) : '']
    .filter(Boolean)
    .join(' ');
}

function tellWarnings(meta: NonNullable<Task['result']>['meta'], language: Language): string[] {
  return (meta?.warnings ?? []).map(code => {
    if (!isWarning(code)) return code;
    const { sentence, remedy } = warningWords(code, language, meta);
    return [sentence, remedy].filter(Boolean).join(' ');
  });
}

function tellDone(task: Task, language: Language): ContentBlock[] {
  const t = words[language];
  const { files = [], text = '', meta } = task.result ?? {};
  const lines = [t.done, tellCharge(task, language), ...tellWarnings(meta, language), text.slice(0, maxText)];
  if (text.length > maxText) lines.push(t.cut);
  const links = files.flatMap(({ url, name, contentType, size, width, height }): ContentBlock[] =>
    url === null
      ? []
      : [
          {
            type: 'resource_link',
            uri: url,
            name,
            mimeType: contentType,
            // A file on another host may be of unknown size.
            ...(size > 0 && { size }),
            ...(width && height && { description: `${width} × ${height}` }),
          },
        ],
  );
  return [say(lines.filter(Boolean).join('\n')), ...links];
}

/** A task as it stands. One that failed is an error of the tool. */
export function answerTask(task: Task, language: Language): CallToolResult {
  const t = words[language];
  const structuredContent = { ...task };
  if (task.status === 'done') return { content: tellDone(task, language), structuredContent };
  if (task.status === 'cancelled') return { content: [say(t.cancelled)], structuredContent };
  if (task.status === 'failed') {
    const error = `${task.error?.error ?? ''}: ${task.error?.msg ?? ''}`;
    return { content: [say(fill(t.failed, { error }))], structuredContent, isError: true };
  }
  return { content: [say(fill(t.underway, { ...task }))], structuredContent };
}

/** A call that was refused: its code, its sentence, and which fields are wrong. */
export function answerFailure({ data: _, ...failure }: Failure): CallToolResult {
  const issues = Array.isArray(failure.details) ? failure.details.map(one => `- ${one.path}: ${one.error}`) : [];
  const text = [`${failure.error} (${failure.code}): ${failure.msg}`, ...issues].join('\n');
  return { content: [say(text)], structuredContent: { ...failure }, isError: true };
}

/** Data with a sentence about it. */
export const answerData = (text: string, data: object): CallToolResult => ({
  content: [say(text)],
  structuredContent: { ...data },
});
