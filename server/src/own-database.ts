// Checks the operator's own PostgreSQL at start: whether it answers, lets this server in, and is new enough. Each failure is one sentence that names
// DATABASE_URL and never its password.
import { DatabaseUnavailable, type Postgres, readServerVersion } from './adapters/postgres.ts';
import { ConfigError } from './config.ts';

const oldestMajor = 15;

interface DatabaseError {
  readonly code?: string;
  readonly message?: string;
}

/** Why a server refuses the connection, by PostgreSQL's SQLSTATE. */
function explainRefusal({ code = '', message = '' }: DatabaseError, url: URL, place: string): string | undefined {
  const name = decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username);
  const user = decodeURIComponent(url.username);
  if (code === '28P01' || code.startsWith('28') || /SASL|password/i.test(message))
    return `${place} refuses the user "${user}" or its password. Correct them, or let this user in (pg_hba.conf).`;
  if (code === '3D000')
    return `there is no database "${name}" on ${place}. Run "createdb ${name}" there, or correct the name.`;
  if (code === '42501') return `the user "${user}" may not use the database "${name}": make it the owner.`;
  if (code === '53300') return `${place} has no connection left (max_connections).`;
  if (code === '57P03') return `${place} is starting or shutting down. Start again in a moment.`;
  if (/SSL|certificate/i.test(message)) return `no secure connection to ${place}: ${message}. Correct sslmode.`;
  return undefined;
}

function explainConnection(error: unknown, databaseUrl: string): string {
  const cause = error instanceof DatabaseUnavailable ? (error.cause as DatabaseError) : (error as DatabaseError);
  const url = new URL(databaseUrl);
  const place = url.searchParams.get('host') ?? url.host;
  return (
    explainRefusal(cause, url, place) ??
    `no PostgreSQL server answers at ${place} (${cause.code ?? cause.message}). Start it, or correct the address.`
  );
}

/** ConfigError if the server cannot be used. */
export async function checkOwnDatabase({ database }: Pick<Postgres, 'database'>, databaseUrl: string): Promise<void> {
  const version = await readServerVersion(database).catch(error => {
    throw new ConfigError(`DATABASE_URL: ${explainConnection(error, databaseUrl)}`, { cause: error });
  });
  if (Math.floor(version / 10_000) < oldestMajor)
    throw new ConfigError(
      `DATABASE_URL: PostgreSQL ${Math.floor(version / 10_000)} is too old; ${oldestMajor} or newer is needed.`,
    );
}
