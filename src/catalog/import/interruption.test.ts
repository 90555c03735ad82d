import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { sql } from '../../base/sql.ts'
import { fixtureKeys, importStores, importText, liveContactIds } from '../catalogue-fixture.ts'
import type { ImportedStore } from '../import-record.ts'
import { importCatalogue } from './import-catalogue.ts'
import type { KnownInput } from './import-runs.ts'

let db: TestDatabase
let untouched: TestDatabase
beforeAll(async () => {
  ;[db, untouched] = await Promise.all([createTestDatabase(), createTestDatabase()])
})
afterAll(() => Promise.all([db.drop(), untouched.drop()]))

/** Three batches. */
const storeCount = 2_300
const catalogue: ImportedStore[] = Array.from({ length: storeCount }, (_, at) => ({
  // Every tenth store comes twice, the second time far from the first and with another person.
  domain: `shop-${at % 10 === 9 ? at - 9 : at}.example`,
  name: `Shop ${at}`,
  contacts: [{ full_name: `Person ${at}`, emails: [{ email: `p${at}@shop.example`, status: 'found' }] }],
}))
const lines = catalogue.map((store) => `${JSON.stringify(store)}\n`)

/** The import as a process of its own, fed through stdin, as the command does it. */
function startImportProcess(url: string) {
  const script = `
    import { openDatabase } from '${new URL('../../db/database.ts', import.meta.url)}'
    import { createChannelKeys } from '${new URL('../channel-keys.ts', import.meta.url)}'
    import { importCatalogue } from '${new URL('./import-catalogue.ts', import.meta.url)}'
    import { openInputs } from '${new URL('./inputs/open-inputs.ts', import.meta.url)}'
    import { readLines } from '${new URL('./inputs/read-inputs.ts', import.meta.url)}'
    const database = openDatabase({ url: process.env.TEST_DATABASE_URL })
    const source = readLines(await openInputs(['-'], process.stdin))
    await importCatalogue(database, { source, channelKeys: createChannelKeys([Buffer.alloc(32, 7)]) })
    await database.close()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TEST_DATABASE_URL: url },
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  child.stdin.on('error', () => {})
  return child
}

const outcome = (database: TestDatabase['database']) =>
  database.query(sql`
    SELECT domain, name, (SELECT array_agg(full_name ORDER BY full_name) FROM contacts
      WHERE contacts.store_id = stores.store_id AND contacts.retired_at IS NULL) AS people
    FROM stores WHERE retired_at IS NULL ORDER BY domain`)

describe('C5: interrupted anywhere, a second run ends in the same state', () => {
  test('IMPORT-7: killed without warning in the middle; ids that were given stay', async () => {
    const child = startImportProcess(db.url)
    child.stdin.write(lines.slice(0, 1_700).join(''))
    let given: Record<string, string> = {}
    const countGiven = async () => {
      given = await liveContactIds(db.database)
      return Object.keys(given).length
    }
    await expect.poll(countGiven, { interval: 20, timeout: 60_000 }).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const [state] = await db.database.query<{ version: number }>(sql`SELECT version FROM catalogue_state`)
    expect(state?.version).toBe(0)

    // The server may take a moment to notice that the killed process is gone; until then its lock holds.
    let result: Awaited<ReturnType<typeof importText>> | undefined
    while (!result) {
      result = await importText(db.database, lines, { replace: true }).catch((error: Error) => {
        if (!error.message.startsWith('Another import is running')) throw error
        return undefined
      })
    }
    const direct = await importText(untouched.database, lines, { replace: true })
    expect(result).toMatchObject({ stores: direct.stores, counts: { retired: 0 } })
    expect(await outcome(db.database)).toEqual(await outcome(untouched.database))
    const after = await liveContactIds(db.database)
    const stillThere = Object.keys(given).filter((name) => name in after)
    expect(stillThere.length).toBeGreaterThan(500)
    for (const name of stillThere) expect(after[name]).toBe(given[name])
  })

  test('asked to stop, it stops between batches and leaves the version alone', async () => {
    const before = await outcome(db.database)
    const stop = new AbortController()
    const renamed = catalogue.map((store) => ({ ...store, name: 'Renamed' }))
    const stopped = importStores(db.database, renamed, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('stopped by the operator')),
    })
    await expect(stopped).rejects.toThrow('stopped by the operator')
    const [state] = await db.database.query<{ version: number }>(sql`SELECT version FROM catalogue_state`)
    expect(state?.version).toBe(1)
    await importStores(db.database, catalogue, { replace: true })
    expect(await outcome(db.database)).toEqual(before)
  })

  test('IMPORT-18: what has no date is of the start of the import, or of that of the interrupted one of the same files', async () => {
    const newest = async () => {
      const [row] = await db.database.query<{ observedAt: Date; isSeen: boolean }>(sql`
        SELECT observed_at AS "observedAt", EXISTS (SELECT FROM stores WHERE stores.observed_at = imports.observed_at) AS "isSeen"
        FROM imports ORDER BY import_run DESC LIMIT 1`)
      return row!
    }
    const some = catalogue.slice(0, 1_200)
    const interrupt = async (inputs: KnownInput[]) => {
      const stop = new AbortController()
      const onProgress = () => stop.abort(new Error('stopped'))
      await expect(importStores(db.database, some, { inputs, signal: stop.signal, onProgress })).rejects.toThrow()
      return newest()
    }
    const inputs = [{ name: 'one.ndjson', mark: '1' }]
    const { observedAt } = await interrupt(inputs)
    await importStores(db.database, some, { inputs })
    expect(await newest()).toEqual({ observedAt, isSeen: true })
    await importStores(db.database, some, { inputs })
    const again = await newest()
    expect([again.observedAt > observedAt, again.isSeen]).toEqual([true, true])
    // Another night's file of the same name, and what came by a pipe, are other observations.
    for (const [one, other] of [
      [inputs, [{ name: 'one.ndjson', mark: '2' }]],
      [[{ name: 'stdin' }], [{ name: 'stdin' }]],
    ]) {
      const interrupted = await interrupt(one!)
      await importStores(db.database, some, { inputs: other! })
      expect((await newest()).observedAt > interrupted.observedAt).toBe(true)
    }
  })

  test('a source that fails on its way says so, retires nothing and can be brought again', async () => {
    async function* failing(): AsyncGenerator<never> {
      yield* []
      throw new Error('disk on fire')
    }
    const failed = importCatalogue(db.database, { source: failing(), channelKeys: fixtureKeys, replace: true })
    await expect(failed).rejects.toThrow('disk on fire')
    expect((await outcome(db.database)).length).toBeGreaterThan(2_000)
  })
})

describe('C10: one import at a time', () => {
  test('a second one is refused while the first runs, and welcome afterwards', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const first = importText(db.database, ['broken\n'], { onReject: () => held })
    const busy = async (): Promise<boolean> => {
      const [row] = await db.database.query<{ n: number }>(sql`
        SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
      return row!.n > 0
    }
    while (!(await busy()));
    await expect(importStores(db.database, [])).rejects.toThrow('Another import is running')
    letGo()
    await first
    await expect(importStores(db.database, [])).resolves.toMatchObject({ lines: 0 })
  })
})
