// For tests and benches: speech synthesized by ffmpeg's filter `flite`, where the build has it, and sounds that are not speech.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { whyNoClips } from '../video/test-clips.ts';

const hasFlite = () => / flite /.test(String(spawnSync('ffmpeg', ['-hide_banner', '-filters']).stdout));

/** Why speech cannot be synthesized here; undefined where it can. */
export const whyNoSpeech: string | undefined = whyNoClips ?? (hasFlite() ? undefined : 'this ffmpeg has no flite');
if (whyNoSpeech && !whyNoClips) process.emitWarning(`tests of speech are skipped: ${whyNoSpeech}`);

/** A lavfi source that speaks these sentences with seconds of silence between them. */
export function speak(sentences: readonly string[], { voice = 'slt', pause = 3 } = {}): string {
  const parts = sentences.map((text, at) => {
    const silence = at < sentences.length - 1 ? `,apad=pad_dur=${pause}` : '';
    return `flite=text='${text.replace(/[^\w .,?]/g, '')}':voice=${voice},aresample=44100${silence}[s${at}]`;
  });
  const labels = sentences.map((_, at) => `[s${at}]`).join('');
  return `${parts.join(';')};${labels}concat=n=${sentences.length}:v=0:a=1`;
}

/** Chords that swell and fade, like a slow piece for strings. */
export const playMusic = (seconds: number) => {
  const chord = [220, 277.2, 329.6, 440].map(hertz => `sin(2*PI*${hertz}*t)`).join('+');
  return `aevalsrc='0.12*(${chord})*(0.6+0.4*sin(2*PI*0.7*t))+0.1*sin(2*PI*110*t)*(1+sin(2*PI*2*t))':s=44100:d=${seconds}`;
};
export const makeNoise = (seconds: number) => `anoisesrc=d=${seconds}:c=pink:a=0.4:r=44100:seed=7`;
export const keepSilent = (seconds: number) => `anullsrc=r=44100:cl=mono,atrim=duration=${seconds}`;
