// The choice of the phone's owner: one of several people, and whether they have an account here.
import { UserRound, UserRoundPlus } from 'lucide-react';
import { useId } from 'react';
import { useWords } from 'ui/language.tsx';
import type { Persona } from './personas.ts';
import { sandboxWords } from './words.ts';

interface PersonaChoiceProps {
  label: string;
  personas: readonly Persona[];
  chosen: number;
  onChoose: (index: number) => void;
}

export function PersonaChoice({ label, personas, chosen, onChoose }: PersonaChoiceProps) {
  const words = useWords(sandboxWords);
  const name = useId();
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-2 gap-2">
        {personas.map((persona, index) => (
          <label
            key={persona.name}
            className="relative flex min-h-15 items-center gap-2.5 rounded-2xl border border-line bg-paper px-3 py-2 transition hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-accent-ink"
          >
            <input
              type="radio"
              name={name}
              checked={index === chosen}
              onChange={() => onChoose(index)}
              className="sr-only"
            />
            <span
              aria-hidden
              className="grid size-9 shrink-0 place-items-center rounded-xl bg-picture-soft text-picture"
            >
              {persona.openId ? <UserRound className="size-5" /> : <UserRoundPlus className="size-5" />}
            </span>
            <span className="grid min-w-0">
              <span className="truncate text-sm font-semibold">{persona.name}</span>
              <span className={`truncate text-xs ${persona.isKnown ? 'text-good' : 'text-soft'}`}>
                {persona.isKnown ? words.known : words.firstTime}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
