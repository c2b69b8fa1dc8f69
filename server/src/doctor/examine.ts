// Examines settings and machine, and lists what is missing, mis-set or dangerous. It changes nothing and starts nothing that stays, whether a server
// runs or not.
import { type Config, type ConfigFault, judgeConfig } from '../config.ts';
import { lookAtAddress } from './address.ts';
import { lookAtBackups } from './backups.ts';
import { lookAtDatabase } from './database.ts';
import { lookAtEngines } from './engines.ts';
import { lookAtFiles } from './files.ts';
import { type Finding, fault, ok } from './finding.ts';
import { lookAtMachine } from './machine.ts';
import { findRunningServer, lookAtPlace } from './place.ts';
import { lookAtTraces } from './traces.ts';

function describeFault({ name, reason }: ConfigFault): Finding {
  const meant = /^(.*); did you mean (\S+)\?$/.exec(reason);
  if (!meant) return fault(name, `${reason}.`, `Correct ${name}, or leave it out.`);
  const isName = reason.startsWith('is not a switch');
  return fault(name, `${meant[1]}.`, isName ? `Did you mean ${meant[2]}?` : `Did you mean ${name}=${meant[2]}?`);
}

/** A look that fails is a finding of its own, and hides no other. */
async function attempt(about: string, look: Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look;
  } catch (error) {
    return [
      fault(
        about,
        `it could not be looked at: ${error instanceof Error ? error.message : error}.`,
        'Mend what this says, and run the doctor again.',
      ),
    ];
  }
}

async function examineConfig(config: Config): Promise<Finding[]> {
  const running = await findRunningServer(config);
  const found = [
    await attempt('Place', lookAtPlace(config, running)),
    await attempt('Database', lookAtDatabase(config)),
    await attempt('STORAGE', lookAtFiles(config)),
    await attempt('BACKUP_TO', lookAtBackups(config)),
    await attempt('Address', lookAtAddress(config, running)),
    await attempt('Traces', lookAtTraces(config)),
    await attempt('Engines', lookAtEngines(config)),
    await attempt('Machine', lookAtMachine(config)),
  ];
  return found.flat();
}

/** The rest is looked at with the switches that are right. */
export async function examine(environment: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const { config, faults } = judgeConfig(environment);
  const switches =
    faults.length === 0
      ? [ok('Switches', 'every one that is set is known and has a value that it may have.')]
      : faults.map(describeFault);
  return [...switches, ...(await examineConfig(config))];
}
