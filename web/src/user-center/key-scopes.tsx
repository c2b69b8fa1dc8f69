// What an API key may do: all tools or single ones, reading tasks, reading the balance and records.
import { catalogue } from 'virtual:catalogue';
import { useWords } from 'ui/language.tsx';
import { TickBox } from '../account-forms/tick-box.tsx';
import { useLanguageStore } from '../language-store.ts';
import { keyWords } from './key-words.ts';

interface ScopePickerProps {
  readonly scopes: readonly string[];
  readonly onChange: (scopes: readonly string[]) => void;
}

/** Only tools with calls can be called by a program. */
const callable = catalogue.filter(tool => tool.calls.length > 0);

export function ScopePicker({ scopes, onChange }: ScopePickerProps) {
  const words = useWords(keyWords);
  const tileWords = useLanguageStore(state => state.tileWords);
  const box = (scope: string, label: string) => (
    <TickBox
      key={scope}
      name={scope}
      label={label}
      value={scopes.includes(scope)}
      onChange={isOn => onChange(isOn ? [...scopes, scope] : scopes.filter(other => other !== scope))}
    />
  );
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">{words.scopes}</legend>
      {box('tools:*', words.allTools)}
      {!scopes.includes('tools:*') && (
        <fieldset className="grid max-h-52 gap-2.5 overflow-y-auto rounded-xl border border-line p-3">
          <legend className="sr-only">{words.someTools}</legend>
          {callable.map(({ name }) => box(`tools:${name}`, tileWords[name]?.title ?? name))}
        </fieldset>
      )}
      {box('tasks:read', words.readTasks)}
      {box('account:read', words.readAccount)}
    </fieldset>
  );
}
