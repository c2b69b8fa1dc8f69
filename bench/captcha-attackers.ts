// Programs that look for one hole with the piece's outline: each scores every place.
import { borderGoesOn, borderRunsAlike, brightnessDrop, colourStep, content, knobs } from './captcha-fills.ts';
import { type Attacker, allPlaces, deviation, mean } from './captcha-measures.ts';
import { chamfer, closed, edgeTemplate, evenStep } from './captcha-outlines.ts';

/** Several opinions, each as far as it stands out from its own others: they err at different places. */
const together =
  (...attackers: readonly Attacker[]): Attacker =>
  views => {
    const all = attackers.map(attacker => {
      const scores = allPlaces.map(attacker(views));
      const [middle, spread] = [mean(scores), deviation(scores)];
      return new Map(scores.map((value, i) => [allPlaces[i]!, (value - middle) / spread]));
    });
    return x => mean(all.map(scores => scores.get(x)!));
  };

export const attackers: Readonly<Record<string, Attacker>> = {
  'edges + template of the outline, as a stranger writes it': edgeTemplate,
  'brightness drop below the alpha, as a stranger writes it': brightnessDrop,
  'step of colour': colourStep,
  chamfer,
  'closed outline': closed,
  'even step': evenStep,
  knobs,
  'border goes on': borderGoesOn,
  'border runs alike': borderRunsAlike,
  content,
  'outline and border together': together(edgeTemplate, evenStep, colourStep, borderGoesOn, borderRunsAlike),
};
