import { Worker } from 'node:worker_threads'

/** Every body is a search of this account. */
export type SearchRequests = { apiKey: string; bodies: string[]; acceptEncoding?: string }

export type Load = { perSecond: number; p50: number; p99: number }

/**
 * Sends requests to `address` for some seconds, from a thread of its own, so that making the load does not take turns
 * with answering it. Bodies are sent in turn. Any answer but a 200 fails the run.
 */
export async function loadSearch(
  address: string,
  request: SearchRequests,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const worker = new Worker(new URL('./search-load-worker.ts', import.meta.url), {
    workerData: { address, request, connections, seconds },
  })
  try {
    return await new Promise<Load>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
  } finally {
    await worker.terminate()
  }
}
