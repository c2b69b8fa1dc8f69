// File intake for pages without files yet: the code behind it is loaded after the page has been painted.

import { currentLanguage } from '../language-store.ts';
import { showToast } from '../notices.ts';
import { workWords } from '../words/work.ts';

const loadIntake = () => import('./bench/intake.ts');

/** import() throws a TypeError without a network; any other error is a bug. */
function tellNotLoaded(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
  showToast(workWords[currentLanguage()].notLoaded, 'error');
}

export function takeFilesSoon(files: File[], toolName: string): void {
  loadIntake().then(({ takeFiles }) => takeFiles(files, toolName), tellNotLoaded);
}

/** Returns the sentence to show if the text is not a link. */
export async function takeLinkSoon(text: string, toolName: string): Promise<string | undefined> {
  const intake = await loadIntake().catch(tellNotLoaded);
  return intake?.takeLink(text, toolName);
}
