// Requests the server's facts about an uploaded clip: duration and streams, which browsers cannot read from most formats.
import { media } from 'contract/media.ts';
import { type ItemInput, type WorkItem, withInput } from '../items/item.ts';
import { live } from '../items/live.ts';
import { patchItem } from '../items/store.ts';
import { findFacts } from './calls.ts';

const isClip = ({ facts }: ItemInput) => {
  const kind = facts.type && media[facts.type].kind;
  return kind === 'video' || kind === 'sound';
};

/** Returns whether the facts of a clip are missing and have not been requested on this page. */
const isDue = (input: ItemInput) =>
  input.upload === 'stored' &&
  input.path !== undefined &&
  input.link === undefined &&
  input.facts.streams === undefined &&
  isClip(input) &&
  !live.factsAsked.has(input.id);

async function learn(itemId: string, inputId: string, key: string): Promise<void> {
  // The clip can be processed without a response; only the forecast is missing.
  const found = await findFacts(key).catch(() => undefined);
  if (!found) return;
  const { width, height, seconds, streams, chapters } = found;
  const learnt = {
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(seconds !== undefined && { seconds }),
    ...(streams ? { streams } : { isUnreadable: true }),
    ...(chapters && { chapters }),
  };
  patchItem(itemId, item =>
    withInput(item, inputId, {
      facts: { ...(item.inputs.find(({ id }) => id === inputId)?.facts ?? { name: '' }), ...learnt },
    }),
  );
}

/** Requests the facts of an item's clips, once for each. */
export function learnFacts({ id, inputs }: WorkItem): void {
  for (const input of inputs.filter(isDue)) {
    live.factsAsked.add(input.id);
    void learn(id, input.id, input.path!);
  }
}
