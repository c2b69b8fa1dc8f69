// Lookups are complete lists in memory, returned in pages.

export const pageOf = <T>(all: readonly T[], { page, size }: { page: number; size: number }) => ({
  list: all.slice((page - 1) * size, page * size),
  total: all.length,
});
