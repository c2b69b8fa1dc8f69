// Freezes a user's account, or releases it, with a reason.
import { freezePerson, releasePerson } from 'contract/routes/operator-needs.ts';
import type { OperatorPerson } from 'contract/routes/operators.ts';
import { fill } from 'contract/words.ts';
import { useWords } from 'ui/language.tsx';
import { ActDialog } from './frame.tsx';
import { needsWords } from './needs-words.ts';
import { callAsOperator } from './operator.ts';

interface FreezeDialogProps {
  person: OperatorPerson;
  seen: number;
  onClose: () => void;
  onStale: () => void;
}

export function FreezeDialog({ person, seen, onClose, onStale }: FreezeDialogProps) {
  const needs = useWords(needsWords);
  const { isFrozen, nickName } = person;
  return (
    <ActDialog
      title={fill(isFrozen ? needs.unfreezeOf : needs.freezeOf, { name: nickName })}
      submit={isFrozen ? needs.unfreeze : needs.freeze}
      isDanger={!isFrozen}
      onSubmit={({ reason, headers }) =>
        callAsOperator(isFrozen ? releasePerson : freezePerson, {
          body: { accountId: person.id, reason, seen },
          headers,
        })
      }
      onClose={onClose}
      onStale={onStale}
    >
      <p className="text-soft">{isFrozen ? needs.unfreezeHint : needs.freezeHint}</p>
    </ActDialog>
  );
}
