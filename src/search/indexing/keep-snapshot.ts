import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Segment } from '../segments/segment.ts'
import type { BuiltSegment } from './build-in-worker.ts'

export type SnapshotWork = { kind: 'read'; path: string } | { kind: 'write'; path: string; built: BuiltSegment }

/** The large segment in a file, so that the next start need not build it. */
export type Snapshots = {
  /** Null when there is none that belongs to this catalogue; one that can't be used is thrown away. */
  load(): Promise<BuiltSegment | null>
  /** In place of the one before. */
  save(built: BuiltSegment): Promise<void>
}

/** Where a node keeps it. */
export const snapshotPathIn = (dataDir: string): string => join(dataDir, 'search', 'base.snapshot')

type Options = {
  path: string
  /** Whether the catalogue was once in this state, would be read in the same way today, and nobody was erased from it since. */
  isOfThisCatalogue(state: Pick<BuiltSegment, 'stateId' | 'erasures'>): Promise<boolean>
  onRefused(reason: string): void
}

export function keepSnapshots({ path, isOfThisCatalogue, onRefused }: Options): Snapshots {
  async function refuse(reason: string): Promise<null> {
    onRefused(reason)
    await rm(path, { force: true })
    return null
  }

  return {
    async load() {
      try {
        const { segment, state } = (await inWorker({ kind: 'read', path })) as { segment: Segment; state: BuiltSegment }
        if (!(await isOfThisCatalogue(state)))
          return refuse('it is of another catalogue or was read in another way, or people were erased since')
        return { ...state, segment }
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        return code === 'ENOENT' ? null : refuse(message)
      }
    },
    async save(built) {
      // Without the name of its state it could not be matched with the catalogue later.
      if (built.stateId !== null) await inWorker({ kind: 'write', path, built })
    },
  }
}

/** Resolves with what the thread posts, and rejects with what it throws. */
async function inWorker(work: SnapshotWork): Promise<unknown> {
  const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), { workerData: work })
  worker.unref()
  try {
    return (await once(worker, 'message'))[0]
  } finally {
    await worker.terminate()
  }
}
