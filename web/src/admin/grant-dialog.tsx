// Grants a user days, months, uses or coins, with a reason.
import { grantToPerson, type OperatorPerson } from 'contract/routes/operators.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { NumberField } from 'ui/fields/number-field.tsx';
import { useWords } from 'ui/language.tsx';
import { ActDialog } from './frame.tsx';
import { callAsOperator } from './operator.ts';
import { adminWords } from './words.ts';

interface GrantDialogProps {
  person: OperatorPerson;
  seen: number;
  onClose: () => void;
  onStale: () => void;
}

const fields = [
  { name: 'days', label: 'days', max: 37_200 },
  { name: 'months', label: 'months', max: 1200 },
  { name: 'uses', label: 'giftUses', max: 1_000_000 },
  { name: 'coins', label: 'giftCoins', max: 1_000_000 },
] as const;

export function GrantDialog({ person, seen, onClose, onStale }: GrantDialogProps) {
  const words = useWords(adminWords);
  const [gift, setGift] = useState<Partial<Record<(typeof fields)[number]['name'], number | undefined>>>({});
  const given = Object.values(gift).some(count => count !== undefined);
  return (
    <ActDialog
      title={fill(words.grantTo, { name: person.nickName })}
      submit={words.grant}
      content={fields.map(({ name }) => gift[name] ?? 0).join('-')}
      check={() => (given ? undefined : words.giftHint)}
      onSubmit={({ reason, headers }) =>
        callAsOperator(grantToPerson, { body: { accountId: person.id, ...gift, reason, seen }, headers })
      }
      onClose={onClose}
      onStale={onStale}
    >
      <div className="grid grid-cols-2 gap-4">
        {fields.map(({ name, label, max }) => (
          <NumberField
            key={name}
            label={words[label]}
            min={1}
            max={max}
            value={gift[name]}
            onChange={count => setGift(others => ({ ...others, [name]: count }))}
          />
        ))}
      </div>
    </ActDialog>
  );
}
