// The possible owners of the simulated phone: a new person each time, and three permanent ones.
import type { Sandbox } from 'contract/routes/sandbox.ts';
import { fill } from 'contract/words.ts';
import type { SandboxWords } from './words.ts';

export interface Persona {
  /** Absent for a new person: the server generates one each time. */
  readonly openId?: string;
  /** The nickname reported by WeChat. */
  readonly nickName?: string;
  readonly name: string;
  readonly isKnown: boolean;
}

const letters = ['A', 'B', 'C'];

export function listPersonas(found: Sandbox | null, words: SandboxWords): readonly Persona[] {
  const newcomer = { name: words.somebodyNew, isKnown: false };
  // Without the key, only a new person may scan, because the others may have accounts.
  if (found && !found.isOpen) return [newcomer];
  const lasting = letters.map(letter => {
    const openId = `persona-${letter.toLowerCase()}`;
    return {
      openId,
      nickName: fill(words.personaFullName, { letter }),
      name: fill(words.personaName, { letter }),
      isKnown: found?.people.some(person => person.openId === openId && person.isKnown) ?? false,
    };
  });
  return [newcomer, ...lasting];
}
