// Finds the scene of a call where no drawing server draws the background. The page, which loads no errors, has `chooseScene` alone.
import { AppError } from 'contract/errors.ts';
import { type SceneId, sceneIds } from 'contract/scenes.ts';
import type { WarningCode } from 'contract/warnings.ts';
import { chooseScene } from './choose-scene.ts';

interface FoundScene {
  readonly id: SceneId;
  readonly warnings: readonly WarningCode[];
}

/** Returns the scene that is named, or that the prompt matches, with a warning. Throws DRAW_NOT_CONFIGURED for a prompt that matches none. */
export function findScene({
  backgroundType,
  prompt,
}: {
  readonly backgroundType?: SceneId | undefined;
  readonly prompt: string;
}): FoundScene {
  if (backgroundType || prompt === '') return { id: backgroundType ?? sceneIds[0], warnings: [] };
  const id = chooseScene(prompt);
  if (!id) throw new AppError('DRAW_NOT_CONFIGURED');
  return { id, warnings: ['scene-by-words'] };
}
