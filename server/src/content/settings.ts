// What clients are told about this server: its name, links and limits.
import type { Settings } from 'contract/routes/content.ts';
import type { Config } from '../config.ts';

export const settingsOf = (config: Config): Settings => ({
  brand: config.brand,
  englishHost: config.englishHost,
  retentionHours: config.retentionHours,
});
