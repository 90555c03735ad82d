import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type SearchApp, startSearchApp } from '../../test/support/search-catalogue.ts'
import { sql } from '../base/sql.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { readRecords } from '../catalog/import/read-lines.ts'
import { createOperatorKey, revokeOperatorKey } from './operator-keys.ts'

let test: SearchApp
let url: URL
let operator: { id: string; key: string }
beforeAll(async () => {
  test = await startSearchApp()
  await test.app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = test.app.http.server.server.address() as { port: number }
  url = new URL(`http://127.0.0.1:${port}/admin/v1/ingest`)
})
afterAll(() => test.stop())
beforeEach(async () => {
  await test.store.owner.query(sql`TRUNCATE stores, contacts, store_changes, imports, import_before CASCADE`)
  operator = await createOperatorKey(test.store.database, 'crawler')
})

const toBody = (lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

async function send(
  body: string | Uint8Array<ArrayBuffer>,
  { query = '', key = operator.key, encoding = 'identity' } = {},
) {
  const answer = await fetch(`${url}${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', 'content-encoding': encoding },
    body,
  })
  const text = await answer.text()
  const lines = text.split('\n').filter(Boolean)
  const read = () => lines.map((line) => JSON.parse(line))
  return { status: answer.status, verdicts: answer.ok ? read() : text }
}

const results = async (lines: readonly unknown[], query = '') =>
  ((await send(toBody(lines), { query })).verdicts as { result: string }[]).map(({ result }) => result)

const readStores = () =>
  test.store.database.query<{ domain: string; apps: string[] }>(
    sql`SELECT domain, apps, retired_at IS NOT NULL AS retired FROM stores ORDER BY domain`,
  )
const readChanges = () =>
  test.store.database.query(
    sql`SELECT type, value FROM store_changes WHERE state = 'recorded' ORDER BY observed_at, type, value`,
  )

/** A body that stays open until it is ended. */
function openRequest(query = '') {
  const outgoing = httpRequest(`${url}${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operator.key}`, 'content-type': 'application/x-ndjson' },
  })
  outgoing.on('error', () => {})
  outgoing.flushHeaders()
  return outgoing
}

async function* verdictsOf(outgoing: ReturnType<typeof openRequest>) {
  const [incoming] = await once(outgoing, 'response')
  // A request that is given up breaks its answer off.
  incoming.on('error', () => {})
  let rest = ''
  for await (const chunk of incoming) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line)
  }
}

describe('POST /admin/v1/ingest', () => {
  it('INGEST-1: one verdict a line, in order', async () => {
    await send(toBody([{ domain: 'a.example', apps: ['Klaviyo'] }, { domain: 'gone.example' }]))
    const { verdicts } = await send(
      `${toBody([
        { domain: 'a.example', apps: ['Klaviyo'] },
        { domain: 'b.example', contacts: [{ full_name: 'Ann Bee' }] },
        { domain: 'nonsense' },
        { domain: 'a.example', apps: ['Klaviyo', 'Loox'] },
      ])}not json\n\n${toBody([
        { domain: 'gone.example', retired: true },
        { domain: 'a.example', observed_at: '2020-01-01', apps: [] },
      ])}`,
    )
    expect(verdicts).toEqual([
      { line: 1, result: 'unchanged' },
      { line: 2, result: 'new' },
      { line: 3, result: 'rejected', reason: 'domain is not a domain name' },
      { line: 4, result: 'changed' },
      { line: 5, result: 'rejected', reason: 'the line is not valid JSON' },
      { line: 7, result: 'retired' },
      { line: 8, result: 'stale' },
    ])
    expect(await readStores()).toEqual([
      { domain: 'a.example', apps: ['Klaviyo', 'Loox'], retired: false },
      { domain: 'b.example', apps: [], retired: false },
      { domain: 'gone.example', apps: [], retired: true },
    ])
  })

  it('INGEST-1: verdicts come while the body is open; a body that stops in mid-line leaves whole lines', async () => {
    const outgoing = openRequest()
    const verdicts = verdictsOf(outgoing)
    outgoing.write(toBody([{ domain: 'open-1.example' }]))
    expect((await verdicts.next()).value).toEqual({ line: 1, result: 'new' })
    outgoing.write(`${toBody([{ domain: 'open-2.example' }])}{"domain":"open-3.exa`)
    expect((await verdicts.next()).value).toEqual({ line: 2, result: 'new' })
    outgoing.destroy()
    await verdicts.return(undefined)
    expect((await readStores()).map(({ domain }) => domain)).toEqual(['open-1.example', 'open-2.example'])
  })

  it('INGEST-1: a compressed body is refused as such, not line by line', async () => {
    const refused = await send(new Uint8Array(gzipSync(toBody([{ domain: 'zipped.example' }]))), { encoding: 'gzip' })
    expect(refused).toMatchObject({ status: 415, verdicts: expect.stringContaining('no Content-Encoding') })
  })

  it('INGEST-2: observations say what is there and what is not, and nothing of the rest', async () => {
    const at = (day: number) => `2026-01-0${day}`
    await send(
      toBody([{ domain: 'base.example' }, { domain: 'o.example', observed_at: at(1), apps: ['Klaviyo', 'Loox'] }]),
    )
    const observe = (day: number, apps: object) => results([{ domain: 'o.example', observed_at: at(day), apps }])
    expect(await observe(2, { present: ['Recharge'], absent: ['loox'] })).toEqual(['changed'])
    expect((await readStores()).at(-1)).toMatchObject({ apps: ['Klaviyo', 'Recharge'] })
    expect(await observe(3, { present: ['Klaviyo'] })).toEqual(['unchanged'])
    expect(await readChanges()).toEqual([{ type: 'app_added', value: 'Recharge' }])
    expect(await observe(4, { absent: ['Loox'] })).toEqual(['unchanged'])
    expect(await readChanges()).toEqual([
      { type: 'app_added', value: 'Recharge' },
      { type: 'app_removed', value: 'Loox' },
    ])
    const unknown = await send(toBody([{ domain: 'unknown.example', apps: { present: ['Klaviyo'] } }]))
    expect(unknown.verdicts).toEqual([
      { line: 1, result: 'rejected', reason: expect.stringContaining('no store has this domain') },
    ])
  })

  it('INGEST-2: an observation that does not say when is of the moment in which it comes', async () => {
    await send(toBody([{ domain: 'now.example', apps: ['Klaviyo', 'Loox'] }]))
    const observe = () => results([{ domain: 'now.example', apps: { absent: ['Loox'] } }])
    expect(await observe()).toEqual(['changed'])
    expect(await readChanges()).toEqual([])
    expect(await observe()).toEqual(['unchanged'])
    expect(await readChanges()).toEqual([{ type: 'app_removed', value: 'Loox' }])
  })

  it('INGEST-3: a batch that is sent again is repeated, also in parts, and also twice at once', async () => {
    const lines = Array.from({ length: 450 }, (_, at) => ({ domain: `batch-${at}.example` }))
    expect(await results(lines.slice(0, 2), '?batch_id=one')).toEqual(['new', 'new'])
    expect(await results(lines.slice(0, 3), '?batch_id=one')).toEqual(['repeated', 'repeated', 'new'])
    const both = await Promise.all([results(lines, '?batch_id=two'), results(lines, '?batch_id=two')])
    for (const at of lines.keys()) {
      const pair = [both[0][at], both[1][at]].sort()
      expect(pair).toEqual(['repeated', at < 3 ? 'unchanged' : 'new'].sort())
    }
    expect(await readChanges()).toEqual([])
  })

  it('INGEST-6: accepted lines are found by searches, a moment later', async () => {
    await send(toBody([{ domain: 'seen.example', name: 'Seen', apps: ['Klaviyo'] }]))
    const find = async () => (await test.searchStores({ store: { domains: ['seen.example'] } })).body.total
    await expect.poll(find, { timeout: 30_000, interval: 50 }).toBe(1)
  })

  it('INGEST-4: lines that are ingested between the look and the write of an import of files are not overwritten', async () => {
    await send(toBody([{ domain: 'base.example' }]))
    const store = (apps: string[], observed_at: string) => ({ domain: 'next.example', apps, observed_at })
    const holder = await test.store.database.connect()
    const waiters = async () =>
      (
        await test.store.owner.query(
          sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        )
      ).length
    let sent: ReturnType<typeof results> | undefined
    // Whoever asks first is served first: the lines, then the import, which has looked before they were there.
    async function* lines() {
      await holder.query('BEGIN; SELECT FROM catalogue_state FOR NO KEY UPDATE')
      sent = results([store(['New'], '2026-02-01')])
      await expect.poll(waiters).toBe(1)
      yield store(['Old'], '2026-01-01')
    }
    const imported = importCatalogue(test.store.database, {
      channelKeys: test.app.channelKeys,
      source: readRecords(lines()),
    })
    await expect.poll(waiters, { timeout: 30_000 }).toBe(2)
    await holder.query('COMMIT')
    await holder.end()
    expect(await sent).toEqual(['new'])
    expect(await imported).toMatchObject({ stale: 1, counts: { new: 0, unchanged: 1 } })
    expect(await readStores()).toContainEqual({ domain: 'next.example', apps: ['New'], retired: false })
  })

  it('INGEST-4: while an import of files is open, lines are taken and found; what is newer stays, whoever wrote it', async () => {
    const [old, recent] = ['2026-01-01', '2026-03-01']
    const line = (domain: string, app: string, observed_at: string) => ({ domain, apps: [app], observed_at })
    const arrive = (...values: object[]) => values.map((value, at) => ({ line: at + 1, input: 'file', value }))
    const [isWritten, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    async function* source() {
      // Two dates of one store come in two transactions; the first is written when the second is complete.
      yield arrive(line('early.example', 'File', old), line('both.example', 'File', recent))
      yield arrive(line('early.example', 'File', '2026-01-02'))
      isWritten.resolve()
      await goOn.promise
      yield arrive(line('late.example', 'File', old), line('early.example', 'Old', '2026-01-03'))
    }
    const imported = importCatalogue(test.store.database, { channelKeys: test.app.channelKeys, source: source() })
    await isWritten.promise
    await expect.poll(async () => (await readStores()).length).toBe(2)
    expect(
      await results([
        line('early.example', 'Crawler', recent),
        line('both.example', 'Crawler', old),
        line('late.example', 'Crawler', recent),
      ]),
    ).toEqual(['changed', 'stale', 'new'])
    const find = async () => (await test.searchStores({ store: { apps: { any: ['Crawler'] } } })).body.total
    await expect.poll(find, { timeout: 30_000, interval: 50 }).toBe(2)
    goOn.resolve()
    expect(await imported).toMatchObject({ lines: 5, stale: 3, rejected: 0 })
    expect((await readStores()).map(({ domain, apps }) => `${domain} ${apps}`)).toEqual([
      ...['both.example File', 'early.example Crawler', 'late.example Crawler'],
    ])
  })

  it('INGEST-1: a body that never ends is cut off, its lines stay, and its place is free again', async () => {
    const { server } = test.app.http.server
    const { requestTimeout, headersTimeout } = server
    const requests = [1, 2, 3, 4].map((number) => {
      const outgoing = openRequest()
      const verdicts = verdictsOf(outgoing)
      outgoing.write(`${toBody([{ domain: `endless-${number}.example` }])}{"domain":"never-`)
      return { verdicts, first: verdicts.next(), closed: new Promise((resolve) => outgoing.once('close', resolve)) }
    })
    for (const { first } of requests) expect((await first).value).toEqual({ line: 1, result: 'new' })
    const restore = () => Object.assign(server, { requestTimeout, headersTimeout })
    onTestFinished(() => void restore())
    // Of the two, Node takes the longer one for the whole request.
    Object.assign(server, { requestTimeout: 1, headersTimeout: 1 })
    for (const { verdicts, closed } of requests) {
      // Whether the answer ends or breaks off, no line of it follows.
      const isOver = await verdicts.next().then(
        ({ done }) => done,
        () => true,
      )
      expect(isOver).toBe(true)
      await closed
    }
    restore()
    const again = async () => (await send(toBody([{ domain: 'after.example' }]))).status
    await expect.poll(again).toBe(200)
    expect((await readStores()).map(({ domain }) => domain)).toEqual([
      ...['after.example', 'endless-1.example', 'endless-2.example', 'endless-3.example', 'endless-4.example'],
    ])
  })

  it('INGEST-5: operator keys reach ingestion only, and nobody else does', async () => {
    const { apiKey } = await test.createAccount()
    expect((await send('', { key: apiKey })).status).toBe(401)
    expect((await send('', { key: 'pso_nonsense' })).status).toBe(401)
    const asAccount = await fetch(new URL('/api/v1/usage', url), {
      headers: { authorization: `Bearer ${operator.key}` },
    })
    expect(asAccount.status).toBe(401)
    expect((await send('', { query: '?batch=1' })).status).toBe(400)
    await revokeOperatorKey(test.store.database, operator.id)
    expect((await send(toBody([{ domain: 'late.example' }]))).status).toBe(401)
    expect(await readStores()).toEqual([])
  })

  it('INGEST-5: a key that is revoked while a body is on its way takes no further line; a body has 4 MiB at most', async () => {
    const outgoing = openRequest()
    const verdicts = verdictsOf(outgoing)
    outgoing.write(toBody([{ domain: 'before.example' }]))
    expect((await verdicts.next()).value).toEqual({ line: 1, result: 'new' })
    await revokeOperatorKey(test.store.database, operator.id)
    outgoing.end(toBody(Array.from({ length: 60 }, () => ({ domain: 'after.example' }))))
    const refused = await Array.fromAsync(verdicts)
    expect(refused).toHaveLength(60)
    const verdict = { result: 'rejected', reason: 'the operator key was revoked' }
    expect(refused).toEqual(refused.map((_, at) => ({ line: at + 2, ...verdict })))
    operator = await createOperatorKey(test.store.database, 'other')
    const long = await send('x'.repeat(5 * 1024 * 1024))
    expect(long).toMatchObject({ status: 413, verdicts: expect.stringContaining('larger than 4 MiB') })
    expect((await readStores()).map(({ domain }) => domain)).toEqual(['before.example'])
    expect(test.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })
})
