// The screen's options: those of the call, but with the views stored by picture, so that they follow when pictures are reordered.
import type { FileFacts } from 'ui/tool-screen.ts';
import type { CollageOptions, View } from './contract.ts';
import type { Size } from './lay-out.ts';

export interface Settings extends Omit<CollageOptions, 'views'> {
  /** By the id of the picture, of those that were moved or zoomed. The others are placed by their faces, here and by the run. */
  readonly views: Readonly<Record<string, View>>;
}

export const firstSettings: Settings = {
  layout: 'grid',
  ratio: '1:1',
  views: {},
  gap: 0.015,
  border: 0.015,
  radius: 0,
  background: '#ffffff',
  size: 2160,
  format: 'jpg',
  quality: 92,
};

/** Assumes 4:3 until the server has read a picture that the page cannot decode. */
export const sizeOf = ({ width = 4, height = 3 }: Pick<FileFacts, 'width' | 'height'>): Size => ({ width, height });

export const toPayload = (settings: Settings, ids: readonly string[]): CollageOptions => ({
  ...settings,
  views: ids.map(id => settings.views[id] ?? null),
});
