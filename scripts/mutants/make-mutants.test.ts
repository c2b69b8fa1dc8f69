// Faults are planted into TypeScript and into the SQL of templates, one at a time, and only where a program would still be one.
import { expect, test } from 'vitest';
import { makeMutants } from './make-mutants.ts';

const changesOf = (text: string): string[] =>
  makeMutants('a.ts', text).map(({ line, before, after }) => `${line}: ${before} → ${after}`);

test('operators, numbers, conditions, defaults and statements are changed, types and joined words are not', () => {
  const text = `interface A { readonly at: 7 }
export function f(a: A | 3, b?: number): string {
  if (!b) save(a);
  const far = b ?? 5;
  return far < 4 && Math.max(far, b) > 2 ? 'x' + far : \`y\`;
}`;
  expect(changesOf(text)).toEqual([
    '3: !b → true',
    '3: !b → false',
    '3: !b → b',
    '3: save(a); → ;',
    '4: b ?? 5 → 5',
    '4: 5 → 6',
    "5: far < 4 && Math.max(far, b) > 2 ? 'x' + far : `y` → far < 4 && Math.max(far, b) > 2 ? `y` : 'x' + far",
    '5: < → <=',
    '5: 4 → 5',
    '5: && → ||',
    '5: max → min',
    '5: > → >=',
    '5: 2 → 3',
  ]);
});

test('locks, orders, comparisons and arithmetic of a statement are changed, and its assignments are not', () => {
  const text = [
    'const claim = sql`',
    '  update wallet set coins = coins - 5, uses = least(uses, $' + '{held})',
    '  where id = $' + '{id} and not closed order by id desc for update skip locked`;',
  ].join('\n');
  expect(changesOf(text)).toEqual([
    '2: - → +',
    '2: 5 → 7',
    '2: least( → greatest(',
    '3: = → <>',
    '3: and → or',
    '3: not → ',
    '3: order by id desc → ',
    '3: desc → ',
    '3: for update skip locked → ',
    '3: skip locked → ',
  ]);
});

test('calls of the query builder are left out of its chain, and prose in templates is not SQL', () => {
  const text =
    "const rows = db.selectFrom('task').where('id', '=', id).forUpdate().execute();\nconst said = `1 and 2 or not`;";
  expect(changesOf(text)).toEqual(["1: .where('id', '=', id) → ", '1: .forUpdate() → ']);
});
