// The dictionaries that clients load at start: limits as text (docs/product.md).
import { maxClipSeconds } from 'contract/clip/formats.ts';
import { maxClipBytes, maxPictureBytes } from 'contract/routes/uploads.ts';
import { speechLimits } from 'contract/speech.ts';

interface Entry {
  readonly label: string;
  readonly value: string;
}

const entries = (values: Readonly<Record<string, number>>): readonly Entry[] =>
  Object.entries(values).map(([label, value]) => ({ label, value: String(value) }));

const dictionaries: Readonly<Record<string, readonly Entry[]>> = {
  upload_limit: entries({
    videoSize: 209_715_200,
    videoDuration: maxClipSeconds,
    fileMaxSize: maxClipBytes,
    pictureMaxSize: maxPictureBytes,
    aiVideoMaxDuration: 60,
  }),
  trialSetting: entries({ batchCount: 1, batchFileCount: 5, maxFreePreview: 1 }),
  video_to_text: entries(speechLimits),
  video_parsing: [],
};

/** The entries of a dictionary; one that does not exist is empty, as clients expect. */
export const findDictionary = (name: string): Entry[] => [
  ...(Object.hasOwn(dictionaries, name) ? (dictionaries[name] ?? []) : []),
];
