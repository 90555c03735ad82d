import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

type LoadGenerator = {
  /** Requests a second that were answered with 200. Any other answer fails the run. `again`: the share of re-reveals. */
  run(address: string, connections: number, seconds: number, again?: number): Promise<number>
  close(): Promise<void>
}

/** A thread of its own, so that making the load does not take turns with answering it. */
export async function loadGenerator(workload: { keys: string[]; contactIds: string[] }): Promise<LoadGenerator> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: workload })
  return {
    run: async (address, connections, seconds, again = 0) => {
      worker.postMessage({ address, connections, seconds, again })
      const [answer] = (await once(worker, 'message')) as [{ rate: number } | { error: string }]
      if ('error' in answer) throw new Error(answer.error)
      return answer.rate
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
