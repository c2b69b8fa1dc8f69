// Downloads everything the server stores about the account, as a file readable by people and programs.

import { exportAccount } from 'contract/routes/accounts.ts';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { saveBlob } from 'ui/files/save-file.ts';
import { useWords } from 'ui/language.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { formatDay } from '../person/format-day.ts';
import { settingWords } from './setting-words.ts';

export function ExportButton() {
  const words = useWords(settingWords);
  const [isBusy, setIsBusy] = useState(false);

  async function download(): Promise<void> {
    setIsBusy(true);
    try {
      const account = JSON.stringify(await call(exportAccount), null, 2);
      saveBlob(new Blob([account], { type: 'application/json' }), `account-${formatDay(new Date())}.json`);
    } catch (error) {
      // The call helper has already shown the error.
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
