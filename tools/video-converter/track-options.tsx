// Which sounds, subtitles and chapters of the selected clip are kept.
import { formatRules, hasPicture } from 'contract/clip/formats.ts';
import type { StreamFacts } from 'contract/facts.ts';
import { nameLanguage } from 'contract/subtitles/languages.ts';
import { fill, type Language } from 'contract/words.ts';
import { Select } from 'ui/fields/select.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import type { OptionsProps } from 'ui/tool-screen.ts';
import type { ConvertSettings } from './settings.ts';
import { words } from './words.ts';

/** "Sound 2 · English · Commentary · 5.1". */
function nameTrack(stream: StreamFacts, number: number, language: Language): string {
  const t = words[language];
  const { kind, language: spoken, title, layout, channels = 2 } = stream;
  return [
    `${kind === 'sound' ? t.sound : t.subtitles} ${number}`,
    spoken && nameLanguage(spoken, language),
    title,
    channels > 2 && layout?.replace(/\(.*\)$/, ''),
  ]
    .filter(Boolean)
    .join(' · ');
}

const ofKind = (streams: readonly StreamFacts[], kind: StreamFacts['kind']) =>
  streams.filter(stream => stream.kind === kind);

export function TrackOptions({ options, change, selected, count, language }: OptionsProps<ConvertSettings>) {
  const t = words[language];
  const { format, dropped } = options;
  const { makes, holds } = formatRules[format];
  const streams = selected?.streams ?? [];
  const sounds = makes.sound && !(options.mute && hasPicture(format)) ? ofKind(streams, 'sound') : [];
  const subtitles = makes.subtitle ? ofKind(streams, 'subtitle') : [];
  const chapters = holds.includes('chapters') ? (selected?.chapters?.length ?? 0) : 0;
  const isSurround = sounds.some(({ channels = 2 }) => channels > 2) && format !== 'mp3';
  // The tracks of several files differ, so all of them keep everything.
  if (count > 1 || (sounds.length < 2 && subtitles.length === 0 && chapters === 0 && !isSurround)) return null;
  const hold = (index: number, isOn: boolean) =>
    change({ dropped: isOn ? dropped.filter(one => one !== index) : [...dropped, index] });
  const tracks = [...(holds.includes('sounds') && sounds.length > 1 ? sounds : []), ...subtitles];
  const kept = tracks.filter(({ index }) => !dropped.includes(index)).length;
  const aside = tracks.length > 0 ? fill(t.tracksKept, { kept, count: tracks.length }) : undefined;
  const numberOf = (stream: StreamFacts) => ofKind(streams, stream.kind).indexOf(stream) + 1;
  return (
    <Disclosure title={t.tracks} aside={aside}>
      {!holds.includes('sounds') && sounds.length > 1 && (
        <Select
          label={t.sound}
          value={String(options.soundTrack ?? '')}
          choices={[
            { value: '', label: t.usualSound },
            ...sounds.map(stream => ({
              value: String(stream.index),
              label: nameTrack(stream, numberOf(stream), language),
            })),
          ]}
          onChange={index => change({ soundTrack: index === '' ? undefined : Number(index) })}
        />
      )}
      {tracks.map(stream => (
        <Switch
          key={stream.index}
          label={nameTrack(stream, numberOf(stream), language)}
          isOn={!dropped.includes(stream.index)}
          onChange={isOn => hold(stream.index, isOn)}
        />
      ))}
      {chapters > 0 && (
        <Switch
          label={fill(t.chaptersOf, { count: chapters })}
          isOn={options.chapters}
          onChange={isOn => change({ chapters: isOn })}
        />
      )}
      {isSurround && (
        <Switch
          label={t.stereo}
          hint={t.stereoHint}
          isOn={options.channels === 'stereo'}
          onChange={isOn => change({ channels: isOn ? 'stereo' : 'all' })}
        />
      )}
    </Disclosure>
  );
}
