// Which test files have a process of their own, by where they lie and what is written in them.

/** Replaces what all files of a process share: modules, globals, the environment or the clock. */
const replacement =
  /\bvi\.(?:mock|doMock|stubGlobal|stubEnv|useFakeTimers|setSystemTime)\(|\bprocess\.env\.\w+ \??\??=[^=]/;

/** The modules of the page hold state, and the engines hold memory: networks, and arenas that never shrink. */
const holding = /^(?:web|ui|engines|tools)\//;

/** Whether a test file, by its path from the root and its text, has a process of its own. */
export const needsOwnProcess = (file: string, source: string): boolean =>
  holding.test(file) || replacement.test(source);
