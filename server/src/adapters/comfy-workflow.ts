// Workflows in ComfyUI's API format, the operator's own above all: judged when the server starts, and filled in for each drawing.

/** A node. An input is a value, or a link: the name of another node with the number of its output. */
interface ComfyNode {
  readonly class_type: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

export type ComfyGraph = Readonly<Record<string, ComfyNode>>;

/** What is filled in, by the words of a workflow. */
export interface WorkflowValues {
  readonly prompt: string;
  readonly negative: string;
  readonly width: number;
  readonly height: number;
  readonly count: number;
  readonly seed: number;
  /** 0..1 */
  readonly strength: number;
  /** The names of uploaded pictures. */
  readonly image: string;
  readonly mask: string;
  readonly model: string;
}

type WorkflowWord = keyof WorkflowValues;

export interface Workflow {
  readonly graph: ComfyGraph;
  /** The words that it has. */
  readonly words: ReadonlySet<WorkflowWord>;
}

const listed: readonly WorkflowWord[] = [
  'prompt',
  'negative',
  'width',
  'height',
  'count',
  'seed',
  'strength',
  'image',
  'mask',
  'model',
];
const word = new RegExp(`%(${listed.join('|')})%`, 'g');
const onlyWord = new RegExp(`^%(${listed.join('|')})%$`);

/** The nodes that save pictures where /history names them. One that sends them over the websocket does not. */
const saves = (type: string) => /save|preview|output/i.test(type) && !/websocket/i.test(type);

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNode = (value: unknown): value is ComfyNode =>
  isObject(value) && typeof value.class_type === 'string' && isObject(value.inputs);

const isLink = (value: unknown): value is [string, number] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && Number.isInteger(value[1]);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // No JSON is a fault of its own.
  }
}

/** Why a file is no workflow, as the rest of a sentence about the switch; or the workflow. */
export function judgeWorkflow(text: string): Workflow | string {
  const parsed = parse(text);
  if (!isObject(parsed)) return 'must be the path of a file with a workflow as JSON';
  if ('nodes' in parsed && 'links' in parsed)
    return 'has a workflow in the format of ComfyUI’s page, which only the page can run. Open it there and choose Workflow, Export (API); in older versions turn on the dev mode options and choose Save (API Format)';
  const nodes = Object.entries(parsed);
  if (nodes.length === 0 || !nodes.every(([, node]) => isNode(node)))
    return 'must have a workflow in ComfyUI’s API format: nodes by number, each with class_type and inputs';
  const graph = parsed as ComfyGraph;
  for (const [id, { inputs }] of Object.entries(graph))
    for (const value of Object.values(inputs))
      if (isLink(value) && !Object.hasOwn(graph, value[0]))
        return `has a node ${id} that takes its input from a node ${value[0]}, which is not there`;
  const words = new Set(Array.from(JSON.stringify(graph).matchAll(word), ([, name]) => name as WorkflowWord));
  if (!words.has('prompt')) return 'must have %prompt% as the text of a node, where the prompt is filled in';
  if (!Object.values(graph).some(({ class_type }) => saves(class_type)))
    return 'must have a node that saves pictures, such as SaveImage';
  return { graph, words };
}

function fill(value: unknown, values: WorkflowValues): unknown {
  if (typeof value === 'string') {
    const whole = onlyWord.exec(value)?.[1];
    // A prompt may have such words in it: what was filled in is not looked at again.
    return whole ? values[whole as WorkflowWord] : value.replace(word, (_, name: WorkflowWord) => String(values[name]));
  }
  if (Array.isArray(value)) return value.map(one => fill(one, values));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one, values)]));
}

/** A value that is nothing but a word becomes what it stands for, a number for `%width%`; words in longer strings become part of them. */
export const fillWorkflow = ({ graph }: Workflow, values: WorkflowValues): ComfyGraph =>
  fill(graph, values) as ComfyGraph;
