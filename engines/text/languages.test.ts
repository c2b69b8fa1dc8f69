// Latin languages are told apart by their words. Without a word of its own, French and Spanish are told apart by how words end.
import { expect, it } from 'vitest';
import { guessLatin } from './languages.ts';

it.each([
  ['No estacionar delante de la puerta', 'spa'],
  ['Fin de la zona de obras', 'spa'],
  ['Ne pas marcher sur la pelouse', 'fra'],
  ['La vie de la famille', 'fra'],
  ['Photography is not allowed here', 'eng'],
] as const)('%s', (text, language) => {
  expect(guessLatin(text)).toBe(language);
});

it('one shared word, and words of other languages, are no evidence', () => {
  for (const text of [
    'Santa Monica de Cabrera',
    'De hoogte van de opmaak',
    'NO SMOKING',
    'Tabela de etiquetas de texto',
  ])
    expect(guessLatin(text)).toBeUndefined();
});
