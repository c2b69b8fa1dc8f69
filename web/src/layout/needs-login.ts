// Which pages nobody can see without a login. The table of routes says the same, but the header must not load it with every page it names.

const guarded = /^\/(userCenter|refresh|chatgpt)(\/|$)/;

export const needsLogin = (pathname: string): boolean => guarded.test(pathname);
