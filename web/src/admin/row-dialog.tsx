// Edits one row of the sheet: a plan, a coupon or a dictionary entry. Before saving, the change is shown as the server would apply it.
import { changeSheet, type Sheet } from 'contract/routes/operators.ts';
import { useState } from 'react';
import { TextField } from 'ui/fields/field.tsx';
import { Select } from 'ui/fields/select.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { useWords } from 'ui/language.tsx';
import { ActDialog } from './frame.tsx';
import { callAsOperator } from './operator.ts';
import { adminWords } from './words.ts';

/** A row as text, by field name; a switch is `yes` or empty. */
export type Draft = Readonly<Record<string, string>>;

export interface RowField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'count' | 'amount' | 'day' | 'switch' | readonly { value: string; label: string }[];
  readonly hint?: string;
  /** The field is read-only. */
  readonly isFixed?: boolean;
}

interface RowDialogProps {
  title: string;
  fields: readonly RowField[];
  initial: Draft;
  /** Returns a sheet with only this row. */
  toSheet: (draft: Draft) => Sheet;
  seen: number;
  onClose: () => void;
  onStale: () => void;
}

export function RowDialog({ title, fields, initial, toSheet, seen, onClose, onStale }: RowDialogProps) {
  const words = useWords(adminWords);
  const [draft, setDraft] = useState(initial);
  const change = (name: string) => (value: string) => setDraft(others => ({ ...others, [name]: value }));
  return (
    <ActDialog
      title={title}
      submit={words.save}
      onSubmit={({ reason, headers }) =>
        callAsOperator(changeSheet, { body: { sheet: toSheet(draft), reason, seen }, headers })
      }
      onClose={onClose}
      onStale={onStale}
    >
      <div className="grid grid-cols-2 items-start gap-4">
        {fields.map(field => (
          <div key={field.name} className={field.kind === 'text' ? 'col-span-2' : ''}>
            <RowInput field={field} value={draft[field.name] ?? ''} onChange={change(field.name)} />
          </div>
        ))}
      </div>
    </ActDialog>
  );
}

function RowInput({ field, value, onChange }: { field: RowField; value: string; onChange: (value: string) => void }) {
  const { kind, label, name, hint, isFixed = false } = field;
  if (typeof kind !== 'string')
    return <Select label={label} value={value} choices={kind} onChange={onChange} disabled={isFixed} />;
  if (kind === 'switch')
    return <Switch label={label} isOn={value === 'yes'} onChange={isOn => onChange(isOn ? 'yes' : '')} />;
  return (
    <TextField
      label={label}
      hint={hint}
      name={name}
      type={kind === 'day' ? 'date' : 'text'}
      {...(kind === 'count' && { inputMode: 'numeric' as const })}
      {...(kind === 'amount' && { inputMode: 'decimal' as const })}
      value={value}
      disabled={isFixed}
      onChange={onChange}
    />
  );
}
