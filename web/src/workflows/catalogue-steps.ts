// The calls that can be steps, by path, with their tools.
import { catalogue } from 'virtual:catalogue';

export const catalogueSteps: ReadonlyMap<string, string> = new Map(
  catalogue.flatMap(tool => tool.calls.filter(call => call.isStep).map(call => [call.path, tool.name] as const)),
);
