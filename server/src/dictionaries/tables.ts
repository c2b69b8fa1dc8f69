// The rows of dictionaries as TypeScript sees them (server/migrations is authoritative).
import type { Generated } from 'kysely';

interface DictionaryEntryTable {
  dictionary: string;
  label: string;
  value: string;
  updated_at: Generated<Date>;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    dictionary_entry: DictionaryEntryTable;
  }
}
