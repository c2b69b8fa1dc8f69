// A field for a link to a file that the server fetches.
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { useWords } from 'ui/language.tsx';
import { takeLinkSoon } from './intake-soon.ts';
import { workWords } from './words.ts';

export function LinkField({ tool, label }: { tool: string; label: string }) {
  const t = useWords(workWords);
  const [link, setLink] = useState('');
  const [error, setError] = useState<string>();
  return (
    <form
      noValidate
      className="grid w-full max-w-lg animate-rise gap-2 text-start sm:grid-cols-[1fr_auto] sm:items-start"
      onSubmit={event => {
        event.preventDefault();
        void takeLinkSoon(link, tool).then(setError);
      }}
    >
      <TextField
        label={label}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoFocus
        value={link}
        placeholder={t.linkPlaceholder}
        error={error}
        onChange={value => {
          setLink(value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="secondary" className="sm:mt-[1.625rem]">
        {t.linkAdd}
      </Button>
    </form>
  );
}
