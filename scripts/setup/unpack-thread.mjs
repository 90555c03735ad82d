/** Half of an installation: see install-directly.mjs. */
import { workerData } from 'node:worker_threads'
import { unpackShare } from './install-directly.mjs'

await unpackShare(workerData)
