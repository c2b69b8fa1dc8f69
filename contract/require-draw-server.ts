// Refuses a call that names the drawing server where there is none.
import type { Engines } from './asked-servers.ts';
import { AppError } from './errors.ts';

/** Throws DRAW_NOT_CONFIGURED. */
export function requireDrawServer(
  { options }: { readonly options: Readonly<Record<string, unknown>> },
  { servers }: Engines,
): void {
  if (options.modelId === 'server' && !servers.includes('draw')) throw new AppError('DRAW_NOT_CONFIGURED');
}
