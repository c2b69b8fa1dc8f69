// Programs that look for the hole of a slider captcha. Each answers how much every place looks like it.
import { blob, busyStep, content, knobs, seam, seamCorrelation, slopedStep, texture } from './captcha-fills.ts';
import { type Attacker, deviation, mean, places, score } from './captcha-measures.ts';
import { agreement, chamfer, closed, coherent, edgeTemplate, outline } from './captcha-outlines.ts';

/** Several opinions, each as far as it stands out from its own others. */
const together =
  (...attackers: readonly Attacker[]): Attacker =>
  views => {
    const all = attackers.map(attacker => {
      const scores = attacker(views);
      const seen = [...scores.slice(places.first, places.last + 1)];
      const [middle, spread] = [mean(seen), deviation(seen)];
      return scores.map(value => (value - middle) / spread);
    });
    return score(x => all.reduce((sum, scores) => sum + scores[x]!, 0));
  };

const anyBlob = blob(steps => Math.hypot(...steps));

export const attackers: Readonly<Record<string, Attacker>> = {
  'dark blob': blob(([light]) => -light!),
  'light blob': blob(([light]) => light!),
  'coloured blob': anyBlob,
  'edge template': edgeTemplate,
  chamfer,
  outline: outline(0, false),
  'outline, with slack': outline(2, false),
  'outline against its surroundings': outline(1, true),
  'closed outline': closed,
  'even step': coherent(2.5),
  'even wide step': coherent(5),
  'agreeing signs': agreement,
  seam: seam(4),
  'seam correlation': seamCorrelation,
  content,
  texture,
  'busy step': busyStep,
  'sloped step': slopedStep,
  knobs,
  'outline + even step': together(outline(1, false), coherent(2.5)),
  'steps of all kinds': together(coherent(4), busyStep, slopedStep),
  'knobs + steps': together(knobs, coherent(4), busyStep),
  'edges + blob': together(edgeTemplate, closed, anyBlob),
  'outline + seam': together(outline(1, true), closed, seam(4), seamCorrelation),
  'all together': together(
    edgeTemplate,
    outline(1, true),
    closed,
    coherent(2.5),
    anyBlob,
    agreement,
    seam(4),
    seamCorrelation,
  ),
};
