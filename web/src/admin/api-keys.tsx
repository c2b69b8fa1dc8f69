// The API keys of a user, with a button that revokes one, with a reason.
import type { ApiKey } from 'contract/routes/api-keys.ts';
import { revokeKeyOfPerson } from 'contract/routes/operator-needs.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { useFormat } from './format.ts';
import { ActDialog } from './frame.tsx';
import { keyWords } from './key-words.ts';
import { callAsOperator } from './operator.ts';
import { Table } from './table.tsx';

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly accountId: string;
  readonly seen: number;
  readonly onStale: () => void;
}

export function KeyTable({ keys, accountId, seen, onStale }: KeyTableProps) {
  const words = useWords(keyWords);
  const format = useFormat();
  const [revoking, setRevoking] = useState<ApiKey>();
  return (
    <>
      <Table
        title={words.keys}
        rows={keys}
        keyOf={key => key.id}
        columns={[
          { name: words.name, cell: key => `${key.name} (…${key.lastFour})` },
          { name: words.scopes, cell: key => key.scopes.join(', ') },
          { name: words.created, cell: key => format.moment(key.createdAt) },
          { name: words.lastUsed, cell: key => format.moment(key.lastUsedAt) },
          { name: words.expires, cell: key => format.moment(key.expiresAt) },
          {
            name: words.revoked,
            cell: key =>
              key.revokedAt ? (
                format.moment(key.revokedAt)
              ) : (
                <Button
                  size="sm"
                  variant="danger"
                  aria-label={fill(words.revokeOf, { name: key.name })}
                  onClick={() => setRevoking(key)}
                >
                  {words.revoke}
                </Button>
              ),
          },
        ]}
      />
      {revoking && (
        <ActDialog
          title={fill(words.revokeOf, { name: revoking.name })}
          submit={words.revoke}
          isDanger
          onSubmit={({ reason, headers }) =>
            callAsOperator(revokeKeyOfPerson, { body: { accountId, keyId: revoking.id, reason, seen }, headers })
          }
          onClose={() => setRevoking(undefined)}
          onStale={onStale}
        >
          <p className="text-soft">{words.revokeHint}</p>
        </ActDialog>
      )}
    </>
  );
}
