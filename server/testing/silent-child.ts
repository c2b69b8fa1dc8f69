// A child process that never gets ready, for tests of the pool.
setInterval(() => undefined, 1000);
