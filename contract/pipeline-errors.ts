// Refusals of pipelines, which the page calls workflows. `step` and `before` are counted from 1, as people count.
import type { Sentence } from './words.ts';

export const pipelineErrors = {
  STEP_UNFIT: {
    status: 400,
    zh: '第 {step} 步的工具不能用在工作流中，请换一个',
    en: 'The tool of step {step} can’t be part of a workflow. Choose another one',
  },
  STEP_MISFIT: {
    status: 400,
    zh: '第 {step} 步不能处理第 {before} 步的结果（{gives}），请调整顺序或换一个工具',
    en: 'Step {step} can’t use what step {before} makes ({gives}). Change their order, or choose another tool',
  },
  STEP_WITHOUT_FILE: {
    status: 422,
    zh: '第 {before} 步没有得到第 {step} 步能处理的文件，支持：{accepted}',
    en: 'Step {before} made no file that step {step} can use. It takes {accepted}',
  },
  PIPELINE_NOT_FOUND: {
    status: 404,
    zh: '没有这个工作流，或已被删除',
    en: 'There’s no such workflow, or it was deleted',
  },
  PIPELINES_TOO_MANY: {
    status: 409,
    zh: '最多保存 {most} 个工作流，请先删除不用的',
    en: 'You can save up to {most} workflows. Delete one you don’t use first',
  },
  PIPELINE_NAME_TAKEN: {
    status: 409,
    zh: '已有同名的工作流，请换一个名称',
    en: 'You already have a workflow with this name. Choose another',
  },
} as const satisfies Record<string, Sentence & { status: number }>;
