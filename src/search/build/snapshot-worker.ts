/** The body of a thread that reads or writes a snapshot: gigabytes of files and sums have no place on an event loop. */
import { parentPort, workerData } from 'node:worker_threads'
import { readSnapshot, writeSnapshot } from '../segments/snapshot.ts'
import type { SnapshotWork } from './keep-snapshot.ts'

const work = workerData as SnapshotWork
if (work.kind === 'write') writeSnapshot(work.path, work.built.segment, work.built)
parentPort!.postMessage(work.kind === 'read' ? readSnapshot(work.path) : null)
