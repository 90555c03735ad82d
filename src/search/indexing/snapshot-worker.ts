/** The body of a thread that reads or writes a snapshot: gigabytes of files and sums have no place on an event loop. */
import { parentPort, workerData } from 'node:worker_threads'
import { readSnapshot, writeSnapshot } from '../segments/snapshot.ts'
import type { SnapshotWork } from './keep-snapshot.ts'

const work = workerData as SnapshotWork
if (work.kind === 'write') {
  const { segment, ...state } = work.built
  writeSnapshot(work.path, segment, state)
}
parentPort!.postMessage(work.kind === 'read' ? readSnapshot(work.path) : null)
