import { randomBytes } from 'node:crypto'
import { type AppOptions, createApp } from '../src/app.ts'
import { createLog } from '../src/base/log.ts'
import type { BenchDatabase } from './bench-database.ts'

/** Keys of one run: an application that is opened again must be able to read what the one before has written. */
const benchSecrets = { authSecret: randomBytes(32), channelKeys: [randomBytes(32)] }

/** The application as it serves, without its log. */
export const createBenchApp = (bench: BenchDatabase, options: Partial<AppOptions> = {}) =>
  createApp({
    ...bench,
    secrets: benchSecrets,
    publicUrl: 'http://127.0.0.1',
    log: createLog('silent'),
    ...options,
  })
