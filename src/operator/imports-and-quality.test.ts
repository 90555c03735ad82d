/** What an import did not take, how good the catalogue is, and the report: in the console and in the operator's API. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { type SignedInOperator, signInNewOperator } from '../../test/support/operator.ts'
import { sql } from '../base/sql.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { readRecords } from '../catalog/import/read-lines.ts'
import { rejectsKeptMax } from '../catalog/kept-rejects.ts'
import { catalogRetention } from '../catalog/retention.ts'
import { createOperatorKey } from '../ingest/operator-keys.ts'
import { cleanUp } from '../queue/housekeeping.ts'

let test: ServedApp
let operator: SignedInOperator
let key: string
beforeAll(async () => {
  test = await startServedApp({ clock: 'fixed' })
  operator = await signInNewOperator(test, 'ada@operator.example', 'Ada')
  key = (await createOperatorKey(test.app.database, 'reports', { canOperate: true })).key
})
afterAll(() => test.stop())

const script = '<script>alert(1)</script>'
const formula = '=HYPERLINK("https://evil.example";"stores")'
const admin = (path: string) => test.call('GET', `/admin/v1${path}`, { key })
const open = (path: string) => operator.browser.open(`/operator${path}`)
const importLines = (records: unknown[], name = 'stores.ndjson', options: object = {}) =>
  importCatalogue(test.app.database, {
    source: readRecords(records, name),
    channelKeys: test.app.channelKeys,
    ...options,
  })

it('OPERATOR-17: lines that an import did not take are downloaded: where and why, never their text, and no cell is a formula', async () => {
  const bad = { domain: 'no domain', contacts: [{ emails: [{ email: 'secret@person.example' }] }] }
  const good = { domain: 'good.example', contacts: [{ full_name: 'Ann Lee' }, { full_name: 'Bo Ray' }] }
  const { importRun } = await importLines([good, bad, { name: script }], formula)
  expect((await admin('/imports')).body.data[0]).toMatchObject({ import: importRun, new: 1, contacts_new: 2 })
  const page = await open('/catalogue')
  expect(page.text).toMatch(/New contacts<\/th>/)
  expect(page.text).toContain(`href="/operator/imports/${importRun}/rejects"`)
  const file = await open(`/imports/${importRun}/rejects`)
  expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    `attachment; filename="import-${importRun}-rejects.csv"`,
  ])
  const named = `"'${formula.replaceAll('"', '""')}"`
  expect(file.text.split('\r\n')).toEqual([
    'file,line,column,reason',
    `${named},2,,domain is not a domain name`,
    `${named},3,,domain is missing`,
    '',
  ])
  const { body } = await admin(`/imports/${importRun}/rejects`)
  expect(body).toMatchObject({
    import: importRun,
    rejected: 2,
    data: [
      { file: formula, line: 2, column: null, reason: 'domain is not a domain name' },
      { file: formula, line: 3, column: null, reason: 'domain is missing' },
    ],
  })
  const kept = await test.store.owner.query(sql`SELECT r::text AS row FROM import_rejects r`)
  expect(JSON.stringify(kept)).not.toMatch(/secret@|script/)
  for (const [number, status] of [
    ['999999', 400],
    ['abc', 400],
    ['1%27', 400],
  ] as const) {
    expect([number, (await open(`/imports/${number}/rejects`)).status]).toEqual([number, status])
    expect([number, (await admin(`/imports/${number}/rejects`)).status]).toEqual([number, status])
  }
  const stranger = createBrowser(test)
  expect((await stranger.open(`/operator/imports/${importRun}/rejects`)).url).toBe(`${test.url}/operator/sign-in`)
})

it('OPERATOR-17: of an import that was stopped the lines are there, of one with too many the first, and of a dry run none; all go after 30 days', async () => {
  const bad = Array.from({ length: 5 }, () => ({ domain: 'no domain' }))
  await expect(importLines(bad, 'stopped.ndjson', { rejectsMax: 2 })).rejects.toThrow('More than 2 lines')
  const [stopped] = (await admin('/imports')).body.data as { import: number }[]
  expect((await admin(`/imports/${stopped!.import}/rejects`)).body.data).toHaveLength(3)
  await importLines(bad, 'tried.ndjson', { dryRun: true })
  const many = await importLines(
    Array.from({ length: rejectsKeptMax + 1 }, () => ({ domain: 'no domain' })),
    'many.ndjson',
  )
  const { body } = await admin(`/imports/${many.importRun}/rejects`)
  expect([body.rejected, body.data.length, body.data.at(-1).line]).toEqual([
    rejectsKeptMax + 1,
    rejectsKeptMax,
    rejectsKeptMax,
  ])
  const count = async () =>
    (await test.app.database.query(sql`SELECT FROM import_rejects WHERE input = 'tried.ndjson'`)).length
  expect(await count()).toBe(0)
  const left = async () => {
    await cleanUp(test.app.database, test.app.clock, catalogRetention(730))
    return (await test.app.database.query(sql`SELECT FROM import_rejects`)).length
  }
  expect(await left()).toBeGreaterThan(rejectsKeptMax)
  await test.store.owner.query(
    sql`UPDATE import_rejects SET created_at = ${test.app.clock.now()}::timestamptz - interval '31 days'`,
  )
  expect(await left()).toBe(0)
})

it('OPERATOR-17: an import is seen while it runs with what it has read, and as interrupted when it has died', async () => {
  let seen: { state: string; lines: number }[] = []
  async function* slowly() {
    const arrivals = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        line: from + at,
        input: 'slow',
        value: { domain: `s${from + at}.example` },
      }))
    yield arrivals(1, 1_000)
    yield arrivals(1_001, 5)
    // The batch before is written while the next lines are read.
    const look = async () => {
      seen = (await admin('/imports')).body.data
      return seen[0]!.lines
    }
    await expect.poll(look).toBeGreaterThan(0)
    throw new Error('killed')
  }
  const { channelKeys, database } = test.app
  await expect(importCatalogue(database, { source: slowly(), channelKeys })).rejects.toThrow('killed')
  expect(seen[0]).toMatchObject({
    state: 'running',
    lines: 1_000,
    finished_at: null,
    progressed_at: expect.any(String),
  })
  const [after] = (await admin('/imports')).body.data
  expect(after).toMatchObject({ state: 'interrupted', lines: 1_000 })
  const page = await open('/catalogue')
  expect(page.text).toMatch(/interrupted[\s\S]*1,000/)
  await importLines([{ domain: 'after.example' }])
  expect((await admin('/imports')).body.data[0]).toMatchObject({ state: 'finished', lines: 1 })
})

it('OPERATOR-17: sources and quality are shown as the command says them, measured in the background when somebody looks', async () => {
  const emails = [{ email: 'ann@a.example', status: 'verified', verified_at: '2020-01-01' }]
  await importLines([{ domain: 'a.example', country: 'DE', contacts: [{ full_name: 'Ann Bee', emails }] }], 'a', {
    sourceName: 'crawler',
  })
  await test.store.owner.query(sql`UPDATE sources SET label = ${script} WHERE name = 'crawler'`)
  await test.store.owner.query(sql`DELETE FROM catalogue_quality`)
  const first = await open('/catalogue/quality')
  expect([first.text.includes('Being measured'), first.text.includes('Emails by status')]).toEqual([true, false])
  expect((await admin('/quality')).body).toMatchObject({ measured_at: null, being_measured: true, quality: null })
  await test.app.queue.runWaiting()
  const { body } = await admin('/quality')
  expect(body).toMatchObject({
    measured_at: test.app.clock.now().toISOString(),
    being_measured: false,
    quality: {
      stores: { filled: { country: 1 } },
      emails: { by_status: { verified: 1 }, by_age_days: { older: 1 }, by_source: { crawler: { verified: 1 } } },
    },
  })
  const page = await open('/catalogue/quality')
  expect(page.text).toContain('1 (100%)')
  for (const said of ['Emails by source', 'crawler', '&lt;script&gt;']) expect(page.text).toContain(said)
  expect([page.text.includes('<script'), page.text.includes('Being measured')]).toEqual([false, false])
  test.setTime(new Date(test.app.clock.now().getTime() + 59 * 60_000))
  expect((await admin('/quality')).body).toMatchObject({ being_measured: false })
  test.setTime(new Date(test.app.clock.now().getTime() + 2 * 60_000))
  expect((await admin('/quality')).body).toMatchObject({ being_measured: true, quality: { emails: { total: 1 } } })
})

it('REPORT-5: the tables of the report are pages of the console, files, and operations; no cell of a file is a formula', async () => {
  operator = await signInNewOperator(test, 'eve@operator.example', 'Eve')
  await test.createAccount({ planId: 'business' })
  await test.store.owner.query(sql`UPDATE accounts SET plan_id = ${formula}`)
  const list = await open('/reports')
  expect(list.text).toContain('href="/operator/reports/credits"')
  const { body } = await admin('/reports/accounts')
  expect(body).toMatchObject({
    table: 'accounts',
    columns: ['plan', 'status', 'accounts'],
    rows: [[formula, 'active', 1]],
  })
  expect((await admin('/reports/accounts?since=2026-01-31')).body.since).toBe('2026-01-31T00:00:00.000Z')
  const page = await open('/reports/accounts?since=2026-01-31')
  expect([page.status, page.text.includes('csv?since=2026-01-31')]).toEqual([200, true])
  const file = await open('/reports/accounts/csv?since=2026-01-31')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="report-accounts.csv"')
  expect(file.text).toBe(`plan,status,accounts\r\n"'${formula.replaceAll('"', '""')}",active,1\r\n`)
  for (const table of ['new-accounts', 'revenue', 'credits', 'reveals', 'searches']) {
    expect([table, (await open(`/reports/${table}`)).status]).toEqual([table, 200])
    expect([table, (await admin(`/reports/${table}?since=2026-01-01`)).status]).toEqual([table, 200])
  }
  expect((await open('/reports/secrets')).status).toBe(400)
  for (const path of ['/reports/credits', '/reports/credits/csv']) {
    for (const unreadable of ['since=yesterday', 'since=2026-02-30', 'since=', 'since=2026-01-01&since=2026-02-01']) {
      const refused = await open(`${path}?${unreadable}`)
      expect([path, unreadable, refused.status]).toEqual([path, unreadable, 400])
      expect(refused.text).toContain('since must be')
    }
  }
  expect((await admin('/reports/credits?since=yesterday')).status).toBe(400)
  const stranger = createBrowser(test)
  for (const path of ['/reports', '/reports/credits', '/reports/credits/csv', '/catalogue/quality'])
    expect([path, (await stranger.open(`/operator${path}`)).url]).toEqual([path, `${test.url}/operator/sign-in`])
})
