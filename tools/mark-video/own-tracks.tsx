// Takes the lines of a subtitle track that the clip has.
import { isTextTrack } from 'contract/clip/tracks.ts';
import type { StreamFacts } from 'contract/facts.ts';
import type { Cue } from 'contract/subtitles/cues.ts';
import { nameLanguage } from 'contract/subtitles/languages.ts';
import { fill, type Language } from 'contract/words.ts';
import { Captions } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import type { Ask, FileFacts } from 'ui/tool-screen.ts';
import { words } from './words.ts';

interface OwnTracksProps {
  selected: FileFacts | undefined;
  ask: Ask;
  language: Language;
  onCues: (cues: readonly Cue[]) => void;
}

/** Buttons beyond this number would hide the rest of the panel. */
const maxTracks = 6;

export function OwnTracks({ selected, ask, language, onCues }: OwnTracksProps) {
  const t = words[language];
  const [busy, setBusy] = useState<number | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  const tracks = (selected?.streams ?? []).filter(isTextTrack).slice(0, maxTracks);
  if (tracks.length === 0) return null;

  const nameOf = ({ language: spoken, title }: StreamFacts, at: number) => {
    const known = [spoken && nameLanguage(spoken, language), title].filter(Boolean).join(' · ');
    if (known) return fill(t.useOwnNamed, { name: known });
    return tracks.length > 1 ? fill(t.useOwnNamed, { name: String(at + 1) }) : t.useOwn;
  };

  async function take(track: number) {
    setBusy(track);
    setProblem(undefined);
    try {
      const { segments = [] } = await ask('readTrack', { track }, new AbortController().signal);
      onCues(segments);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <>
      {tracks.map((stream, at) => (
        <Button
          key={stream.index}
          size="sm"
          variant="secondary"
          icon={<Captions className="size-4" />}
          isBusy={busy === stream.index}
          disabled={busy !== undefined}
          onClick={() => void take(stream.index)}
        >
          {nameOf(stream, at)}
        </Button>
      ))}
      {problem && <Callout tone="bad" title={problem} />}
    </>
  );
}
