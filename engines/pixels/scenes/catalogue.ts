// All scenes by id.
import { type SceneId, sceneIds } from 'contract/scenes.ts';
import { clothScenes } from './scenes-cloth.ts';
import { festiveScenes } from './scenes-festive.ts';
import { natureScenes } from './scenes-nature.ts';
import { podiumScenes } from './scenes-podium.ts';
import { stoneScenes } from './scenes-stone.ts';
import { studioScenes } from './scenes-studio.ts';
import { wallScenes } from './scenes-wall.ts';
import { woodScenes } from './scenes-wood.ts';
import type { Scene } from './stage.ts';

const scenes: Readonly<Record<SceneId, Scene>> = {
  ...studioScenes,
  ...stoneScenes,
  ...woodScenes,
  ...clothScenes,
  ...podiumScenes,
  ...wallScenes,
  ...natureScenes,
  ...festiveScenes,
};

const isSceneId = (id: string): id is SceneId => (sceneIds as readonly string[]).includes(id);

/** Returns the scene with this id; throws a RangeError if there is none. */
export function sceneOf(id: string): Scene {
  if (!isSceneId(id)) throw new RangeError(`there is no scene ${id}`);
  return scenes[id];
}
