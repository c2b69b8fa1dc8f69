// Reads compose.yaml and the nginx configuration of docs/hosting.md for those who run them without a container engine.
import { parse } from 'yaml';

export interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
}

/** A text with its variables, as Compose fills them: `${NAME}`, `${NAME:-otherwise}`, `${NAME:?what to do if it is missing}`. */
export const fillVariables = (text: string, given: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, sign: string | undefined, other: string = '') => {
    const value = given[name];
    if (value) return value;
    if (sign === '?') throw new Error(`${name}: ${other}`);
    return other;
  });

const fillAll = (value: unknown, given: Readonly<Record<string, string>>): unknown => {
  if (typeof value === 'string') return fillVariables(value, given);
  if (Array.isArray(value)) return value.map(one => fillAll(one, given));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillAll(one, given)]));
};

/** A compose file with its anchors merged and its variables filled. Throws if a variable is missing that it needs. */
export const readCompose = (text: string, given: Readonly<Record<string, string>>): Compose =>
  fillAll(parse(text, { merge: true }), given) as Compose;

/** The blocks of code in this language on a page. */
const blocksOf = (page: string, language: string): string[] =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  );

interface Site {
  readonly name: string;
  readonly certificate: string;
  readonly key: string;
  /** Host and port of the server that answers. */
  readonly api: string;
}

/** Replaces what is there exactly once. */
function put(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`docs/hosting.md: nginx has ${from} not once`);
  return text.replace(from, () => to);
}

/**
 * The server that docs/hosting.md gives for nginx, with the location of the store that the page gives besides. Only what operators replace as well is
 * replaced: the name, the certificate, and the address of the server.
 */
export function readNginx(page: string, { name, certificate, key, api }: Site): string {
  const [server, store, ...more] = blocksOf(page, 'nginx');
  if (!server || !store || more.length > 0) throw new Error('docs/hosting.md: nginx has a server and a location');
  const named = [
    ['server_name tools.example.org;', `server_name ${name};`],
    ['/etc/ssl/tools.pem', certificate],
    ['/etc/ssl/tools.key', key],
    ['http://127.0.0.1:8080', `http://${api}`],
    ['\n  location / {', `\n${store}  location / {`],
  ].reduce((text, [from = '', to = '']) => put(text, from, to), server);
  return named;
}
