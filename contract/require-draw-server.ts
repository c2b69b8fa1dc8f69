// Refuses a call that names the drawing server where there is none, or one that cannot do what the call needs.
import type { Engines } from './asked-servers.ts';
import { AppError } from './errors.ts';

/** Throws DRAW_NOT_CONFIGURED and DRAW_START_UNSUPPORTED. */
export function requireDrawServer(
  { options }: { readonly options: Readonly<Record<string, unknown>> },
  { servers }: Engines,
  skill: 'draw' | 'redraw' | 'fill' = 'draw',
): void {
  if (options.modelId !== 'server') return;
  if (!servers.includes('draw')) throw new AppError('DRAW_NOT_CONFIGURED');
  if (!servers.includes(skill)) throw new AppError('DRAW_START_UNSUPPORTED');
}
