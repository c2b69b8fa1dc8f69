// The input that a picked file is for: the first of a tool's first call.

import { catalogue } from 'virtual:catalogue';
import type { CatalogueTool } from 'contract/tool.ts';

export type InputRule = CatalogueTool['calls'][number]['inputs'][number];

export const mainInputOf = (tool: CatalogueTool | undefined): InputRule | undefined => tool?.calls[0]?.inputs[0];

export const findTool = (name: string): CatalogueTool | undefined => catalogue.find(tool => tool.name === name);
