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
    run: (address, connections, seconds, again = 0) =>
      new Promise((resolve, reject) => {
        worker.once('message', (answer: { rate: number } | { error: string }) =>
          'rate' in answer ? resolve(answer.rate) : reject(new Error(answer.error)),
        )
        worker.once('error', reject)
        worker.postMessage({ address, connections, seconds, again })
      }),
    close: async () => {
      await worker.terminate()
    },
  }
}
