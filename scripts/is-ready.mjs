// The health check of the container image: whether the server in this container answers that it is ready. Plain JavaScript: it runs every few seconds.
const { PORT = '8080' } = process.env;
const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`, { signal: AbortSignal.timeout(4000) });
if (!answer.ok) console.error(await answer.text());
process.exit(answer.ok ? 0 : 1);
