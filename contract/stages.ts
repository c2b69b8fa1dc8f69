// The stages of a task: stable names that tools report, and the texts that screens show for them.
import type { Sentence } from './words.ts';

export const stages = {
  waiting: { zh: '排队中', en: 'Queued' },
  fetching: { zh: '下载文件', en: 'Downloading' },
  reading: { zh: '读取文件', en: 'Reading' },
  working: { zh: '处理中', en: 'Processing' },
  writing: { zh: '生成结果', en: 'Finishing' },
  storing: { zh: '保存结果', en: 'Saving' },
  done: { zh: '完成', en: 'Done' },
  failed: { zh: '失败', en: 'Failed' },
  cancelled: { zh: '已取消', en: 'Canceled' },
} as const satisfies Record<string, Sentence>;

export type Stage = keyof typeof stages;
export const stageNames = Object.keys(stages) as [Stage, ...Stage[]];
