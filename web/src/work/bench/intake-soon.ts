// Intake for the page before its first file: the engine behind it is fetched after the page has been painted.

import { currentLanguage } from '../../language-store.ts';
import { showToast } from '../../notices.ts';
import { workWords } from './words.ts';

const loadIntake = () => import('./intake.ts');

/** What import() throws when the network is away; anything else is a fault and surfaces. */
function tellNotLoaded(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
  showToast(workWords[currentLanguage()].notLoaded, 'error');
}

export function takeFilesSoon(files: File[], toolName: string): void {
  loadIntake().then(({ takeFiles }) => takeFiles(files, toolName), tellNotLoaded);
}

/** Answers the sentence to show when it is no link. */
export async function takeLinkSoon(text: string, toolName: string): Promise<string | undefined> {
  const intake = await loadIntake().catch(tellNotLoaded);
  return intake?.takeLink(text, toolName);
}
