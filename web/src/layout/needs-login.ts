// The pages that require a login. The route table contains the same information, but importing it would load all pages into the header.

const guarded = /^\/(userCenter|refresh)(\/|$)/;

export const needsLogin = (pathname: string): boolean => guarded.test(pathname);
