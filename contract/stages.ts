// The stages of a task: stable names, and words for them. Tools report them, screens show them.
import type { Sentence } from './words.ts';

export const stages = {
  waiting: { zh: '排队中', en: 'Waiting' },
  fetching: { zh: '获取文件', en: 'Getting the file' },
  reading: { zh: '读取文件', en: 'Reading the file' },
  working: { zh: '处理中', en: 'Working' },
  writing: { zh: '生成文件', en: 'Writing the file' },
  storing: { zh: '保存结果', en: 'Saving the result' },
  done: { zh: '完成', en: 'Done' },
  failed: { zh: '失败', en: 'Failed' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
} as const satisfies Record<string, Sentence>;

export type Stage = keyof typeof stages;
export const stageNames = Object.keys(stages) as [Stage, ...Stage[]];
