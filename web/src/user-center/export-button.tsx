// Downloads everything the server keeps about the account, as a file that people and programs can read.
import { exportAccount } from 'contract/routes/accounts.ts';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { CallError, call } from '../api.ts';
import { formatDay } from './format-day.ts';
import { settingWords } from './setting-words.ts';

export function ExportButton() {
  const words = useWords(settingWords);
  const [isBusy, setIsBusy] = useState(false);

  async function download(): Promise<void> {
    setIsBusy(true);
    try {
      saveJson(`account-${formatDay(new Date())}.json`, await call(exportAccount));
    } catch (error) {
      // The call helper has shown the failure.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Button
      size="sm"
      variant="secondary"
      isBusy={isBusy}
      aria-label={`${words.download}: ${words.export}`}
      onClick={() => void download()}
    >
      {words.download}
    </Button>
  );
}

function saveJson(name: string, value: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Safari reads it only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
