// The files with SQL of a noun: stores, which are private to it, and queries, which others call as they are.

const storePattern = /^server\/src\/(?:[a-z-]+\/)+(?:[a-z-]+-)?store\.ts$/;
const queriesPattern = /^server\/src\/(?:[a-z-]+\/)+[a-z-]+-queries\.ts$/;

/** A file with SQL that only its noun uses. */
export const isStore = (file: string): boolean => storePattern.test(file);
export const holdsSql = (file: string): boolean => isStore(file) || queriesPattern.test(file);
