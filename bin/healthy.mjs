/** For health checks in places without curl: exits with 0 when the server on this machine is ready. */
const port = process.env.PORT || '8080'

export async function isReady() {
  const signal = AbortSignal.timeout(4_000)
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => undefined)
  return answer?.ok === true
}

if (import.meta.main) process.exitCode = (await isReady()) ? 0 : 1
