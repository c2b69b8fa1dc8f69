// Who can hold the simulated phone: somebody nobody has seen before, and three who stay the same.
import type { Sandbox } from 'contract/routes/sandbox.ts';
import { fill } from 'contract/words.ts';
import type { SandboxWords } from './words.ts';

export interface Persona {
  /** Missing for somebody new: the server makes one up each time. */
  readonly openId?: string;
  /** As WeChat tells it. */
  readonly nickName?: string;
  readonly name: string;
  readonly isKnown: boolean;
}

const letters = ['A', 'B', 'C'];

export function listPersonas(people: Sandbox['people'], words: SandboxWords): readonly Persona[] {
  const lasting = letters.map(letter => {
    const openId = `persona-${letter.toLowerCase()}`;
    return {
      openId,
      nickName: fill(words.personaFullName, { letter }),
      name: fill(words.personaName, { letter }),
      isKnown: people.some(person => person.openId === openId && person.isKnown),
    };
  });
  return [{ name: words.somebodyNew, isKnown: false }, ...lasting];
}
