// The catalogue: one line makes a tool exist, everywhere.
import type { ToolContract } from 'contract/tool.ts';
import { imageConverter } from './image-converter/contract.ts';

export const tools: readonly ToolContract[] = [imageConverter];
