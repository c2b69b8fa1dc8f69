// Which pages need a login. The route table says the same, but importing it would load every page it names into the header.

const guarded = /^\/(userCenter|refresh)(\/|$)/;

export const needsLogin = (pathname: string): boolean => guarded.test(pathname);
