// What a person sets: the options of the call, with the views kept by picture, so that they go along when pictures change places.
import type { FileFacts } from 'ui/tool-screen.ts';
import type { CollageOptions, View } from './contract.ts';
import { type Size, wholeView } from './lay-out.ts';

export interface Settings extends Omit<CollageOptions, 'views'> {
  /** By the id of the picture. */
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

export const viewOf = ({ views }: Settings, id: string): View => views[id] ?? wholeView;

/** Shown until the server has read a picture that the page cannot. */
export const sizeOf = ({ width = 4, height = 3 }: Pick<FileFacts, 'width' | 'height'>): Size => ({ width, height });

export const toPayload = (settings: Settings, ids: readonly string[]): CollageOptions => ({
  ...settings,
  views: ids.map(id => viewOf(settings, id)),
});
