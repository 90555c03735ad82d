import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type Command, createQuickCommand, environmentFor } from './command.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** A database for the tests of one file, the command on it, and a folder for the files that they import. */
export function useCommandStage() {
  let store: TestDatabase
  let run: Command
  let folder: string
  beforeAll(async () => {
    store = await createTestDatabase()
    run = createQuickCommand(environmentFor(store.url))
    folder = await mkdtemp(join(tmpdir(), 'prospector-command-'))
  })
  afterAll(async () => {
    await store.drop()
    await rm(folder, { recursive: true })
  })
  const runHere: Command = (line, options) => run(line, options)
  return {
    get store() {
      return store
    },
    get folder() {
      return folder
    },
    run: runHere,
  }
}
