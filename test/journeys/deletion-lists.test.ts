/** California's deletion lists, against a simulator of the platform at its HTTP boundary. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomBase62 } from '../../src/base/ids.ts'
import { sql } from '../../src/base/sql.ts'
import { publishedHash } from '../../src/catalog/deletion-lists.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import type { ImportedContact } from '../../src/catalog/import-record.ts'
import { createOperatorKey } from '../../src/ingest/operator-keys.ts'
import { runDrop } from '../../src/privacy/drop/run-drop.ts'
import { type ServedApp, startServedApp } from '../support/browser.ts'
import { type Command, createQuickCommand, environmentFor } from '../support/command.ts'
import { csv, type SimulatedPlatform, startDropPlatform, zipOf } from '../support/drop-platform.ts'
import { dumpOf } from '../support/dump.ts'

let test: ServedApp
let platform: SimulatedPlatform
let run: Command
let folder: string
const contact = 'privacy@operator.example'
beforeAll(async () => {
  platform = await startDropPlatform()
  const { url, apiKey } = platform
  test = await startServedApp({
    clock: 'fixed',
    privacy: { contact, name: 'Operator', automatic: false, recipients: 'category', texts: {} },
    drop: { url, apiKey, sandboxApiKey: apiKey },
  })
  folder = await mkdtemp(join(tmpdir(), 'drop-'))
  run = createQuickCommand({
    ...environmentFor(test.store.url),
    CHANNEL_KEY: test.secrets.channelKeys[0]!.toString('base64'),
    ...{ DROP_URL: url, DROP_API_KEY: apiKey, DROP_SANDBOX_API_KEY: apiKey },
  })
})
afterAll(async () => {
  await test.stop()
  await platform.stop()
  await rm(folder, { recursive: true })
})

const oneRun = () =>
  runDrop({ database: test.app.database, clock: test.app.clock, keys: test.app.channelKeys, platform })
/** The platform prepares first: the second run fetches. */
async function runs() {
  expect((await oneRun()).state).toBe('preparing')
  return oneRun()
}

const id = () => randomBase62(12)
const twice = id()
const email = (address: string) => publishedHash('email', address)
const phone = (number: string) => publishedHash('phone', number)
const emails = (...rows: string[]) => ({ name: '20260312_4821_Email.csv', text: csv('ID,Hash', ...rows) })
const phones = (...rows: string[]) => ({ name: '20260312_4821_Phone.csv', text: csv('ID,Hash', ...rows) })

let stores = 0
async function bring(...contacts: ImportedContact[]): Promise<string[]> {
  stores += 1
  const domain = `drop${stores}.example`
  const { database, channelKeys } = test.app
  await importCatalogue(database, { channelKeys, source: readRecords([{ domain, contacts }]) })
  return namesAt(domain)
}
/** Those of a store who are neither erased nor hidden. */
async function namesAt(domain: string): Promise<string[]> {
  const rows = await test.app.database.query<{ name: string }>(sql`
    SELECT full_name AS name FROM contacts JOIN stores USING (store_id)
    WHERE domain = ${domain} AND erased_at IS NULL AND NOT suppressed ORDER BY full_name`)
  return rows.map(({ name }) => name)
}
const person = (name: string, address: string, number?: string): ImportedContact => ({
  full_name: name,
  emails: [{ email: address, status: 'verified' }],
  ...(number && { phones: [{ phone: number, type: 'direct' }] }),
})

it.each([
  ['bücher.example', 'BÜCHER.example'],
  ['xn--bcher-kva.example', 'bücher.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
])('DROP-1: an address at %s is found when the list names it at %s', async (held, listed) => {
  const [local, request] = [`uma${stores}`, id()]
  await bring(person('Uma Umlaut', `${local}@${held}`))
  platform.offer([emails(`${request},${email(`${local}@${listed}`)}`)])
  await runs()
  expect(Object.fromEntries(platform.answers)).toEqual({ [request]: 3 })
  platform.answers.clear()
})

it('DROP-2, DROP-3: matches are erased and answered, shared identifiers opted out, and nobody on a list is stored later', async () => {
  await bring(
    person('Ada Listed', 'ada@drop.example'),
    person('Ben Phoned', 'ben@drop.example', '+1 (415) 555-9317 ext. 12'),
    person('Cleo Kept', 'cleo@drop.example', '+1 415 555 0000'),
    person('Dan Shared', 'info@drop.example'),
    person('Eve Shared', 'info@drop.example'),
  )
  const [ada, ben, shared, later, byPhone, named] = [id(), id(), id(), id(), id(), id()]
  const ndz = { name: '20260312_4821_NDZ.csv', text: csv('ID,Hash', `${named},${email('anything')}`) }
  platform.offer([
    emails(
      `${ada},${email('ADA@drop.example')}`,
      `${shared},${email('info@drop.example')}`,
      `${later},${email('later@drop.example')}`,
    ),
    phones(`${ben},${phone('415.555.9317')}`, `${byPhone},${phone('415 555 1234')}`),
    ndz,
  ])
  expect(await runs()).toMatchObject({ state: 'complete', answered: { 3: 2, 4: 1, 5: 3 } })
  const answers = Object.fromEntries(platform.answers)
  expect(answers).toEqual({ [ada]: 3, [ben]: 3, [shared]: 4, [later]: 5, [byPhone]: 5, [named]: 5 })
  expect(await namesAt(`drop${stores}.example`)).toEqual(['Cleo Kept'])
  expect((await oneRun()).state).toBe('complete')

  // Nothing unkeyed: neither the hash as it came nor its bytes.
  const dump = await dumpOf(test.app.database)
  for (const hash of [email('ada@drop.example'), email('later@drop.example'), phone('4155559317')]) {
    expect(dump).not.toContain(hash)
    expect(dump).not.toContain(Buffer.from(hash, 'base64').toString('hex'))
  }

  // An import and ingestion are held against the lists.
  expect(await bring(person('Lara Later', 'later@drop.example'), person('Finn Fine', 'finn@drop.example'))).toEqual([
    'Finn Fine',
  ])
  expect(await bring(person('Paul Phoned', 'paul@drop.example', '001 415-555-1234 x3'))).toEqual([])
  expect(await bring(person('Fay Shared', 'info@drop.example'))).toEqual([])
  const { key } = await createOperatorKey(test.app.database, 'crawler')
  const ingested = await fetch(`${test.url}/admin/v1/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: `${JSON.stringify({ domain: 'drop-ingest.example', contacts: [person('Lara Later', 'later@drop.example')] })}\n`,
  })
  await ingested.text()
  expect(await namesAt('drop-ingest.example')).toEqual([])
  expect(await dumpOf(test.app.database)).not.toMatch(/Lara Later|Paul Phoned|Ada Listed|Ben Phoned/)

  platform.offer([
    {
      name: '20260401_4821_Removed.csv',
      text: csv('ID,Hash,ListType', `${later},${email('later@drop.example')},Email`),
    },
  ])
  expect((await runs()).state).toBe('complete')
  expect(await bring(person('Lara Again', 'later@drop.example'))).toEqual(['Lara Again'])
})

it('ERASE-5, DROP-3: who shares a mailbox with somebody on a list stays, and who leaves the list may be imported again', async () => {
  const both = (name: string, own: string): ImportedContact => ({
    full_name: name,
    emails: [own, 'desk@drop.example'].map((email) => ({ email, status: 'verified' })),
  })
  await bring(both('Jan Listed', 'jan@drop.example'), both('Kim Kept', 'kim@drop.example'))
  const [jan, liv] = [id(), id()]
  platform.offer([emails(`${jan},${email('jan@drop.example')}`, `${liv},${email('liv@drop.example')}`)])
  await runs()
  expect(platform.answers.get(jan)).toBe(3)
  stores -= 1
  expect(await bring({ ...both('Kim Kept', 'kim@drop.example'), title: 'Still here' })).toEqual(['Kim Kept'])
  // Somebody whom the list kept out at one store, and who left it, comes at another.
  expect(await bring(person('Liv Left', 'liv@drop.example'))).toEqual([])
  const left = [`${liv},${email('liv@drop.example')},Email`, `${jan},${email('jan@drop.example')},Email`]
  platform.offer([{ name: '20260402_4821_Removed.csv', text: csv('ID,Hash,ListType', ...left) }])
  expect((await runs()).state).toBe('complete')
  expect(await bring(person('Liv Left', 'liv@drop.example'))).toEqual(['Liv Left'])
  expect(await bring(person('Jan Listed', 'jan@drop.example')), 'held and erased').toEqual([])
})

it.each([
  [
    'another header',
    () => zipOf([{ name: '20260312_4821_Email.csv', text: csv('Id;Hash', `${id()};${email('gus@drop.example')}`) }]),
    'another header',
  ],
  ['a hash that is none', () => zipOf([emails(`${id()},${email('gus@drop.example')}`, `${id()},abc`)]), 'Line 3'],
  ['the same ID twice', () => zipOf([emails(...[1, 2].map(() => `${twice},${email('gus@drop.example')}`))]), 'already'],
  ['a line that is cut', () => zipOf([emails(`${id()},${email('gus@drop.example')}`, id())]), 'Line 3'],
  ['an archive that is cut', () => zipOf([emails(`${id()},${email('gus@drop.example')}`)]).subarray(0, 60), 'cut'],
  ['a file of another kind', () => zipOf([{ name: 'notes.txt', text: 'x' }]), 'another kind'],
])(
  'DROP-4: a batch with %s erases nobody, says so, and is kept until the platform sends another',
  async (_, bad, said) => {
    const address = `gus${stores}@drop.example`
    await bring(person('Gus Good', address))
    const domain = `drop${stores}.example`
    platform.offer(bad())
    expect(await runs()).toMatchObject({ state: 'fault', message: expect.stringContaining(said) })
    expect(await oneRun()).toMatchObject({ state: 'unanswered', message: expect.stringContaining(said) })
    expect(await namesAt(domain)).toEqual(['Gus Good'])
    platform.support()
    const again = id()
    platform.offer([emails(`${again},${email(address)}`)])
    expect((await runs()).state).toBe('complete')
    expect(platform.answers.get(again)).toBe(3)
    expect(await namesAt(domain)).toEqual([])
  },
)

it('DROP-4: the same batch again is answered as before, and a lost answer is given by the next run', async () => {
  await bring(person('Hal Twice', 'hal@drop.example'))
  const [hal, nobody] = [id(), id()]
  const batch = [emails(`${hal},${email('hal@drop.example')}`, `${nobody},${email('nobody@drop.example')}`)]
  platform.offer(batch)
  await oneRun()
  platform.breakWith(500, /upload/)
  expect(await oneRun()).toMatchObject({ state: 'fault', message: expect.stringContaining('500') })
  expect(platform.answers.has(hal)).toBe(false)
  platform.breakWith(null)
  expect(await oneRun()).toMatchObject({ state: 'complete', answered: { 3: 1, 5: 1 } })
  platform.answers.clear()
  platform.offer(batch)
  expect((await runs()).state).toBe('complete')
  expect(Object.fromEntries(platform.answers)).toEqual({ [hal]: 3, [nobody]: 5 })
})

it('DROP-5: while the platform is down nothing is lost, and doctor and a mail warn before the lists are due', async () => {
  await bring(person('Ivy Later', 'ivy@drop.example'))
  const ivy = id()
  platform.offer([emails(`${ivy},${email('ivy@drop.example')}`)])
  platform.breakWith(500)
  const now = test.app.clock.now()
  const round = async (days: number) => {
    test.setTime(new Date(now.getTime() + days * 24 * 3_600_000))
    await test.app.queue.enqueue(test.app.database, 'drop', {})
    await test.app.queue.runWaiting()
  }
  for (let day = 1; day <= 7; day += 1) await round(day)
  const mails = () => test.mails.filter(({ to, subject }) => to === contact && subject.includes('deletion lists'))
  expect(mails()).toEqual([])
  expect((await run('doctor')).stdout).toMatch(/warning\s+drop .*500/)
  await round(39)
  await round(39)
  expect(mails()).toHaveLength(1)
  await test.app.database.query(sql`UPDATE drop_state SET completed_at = now() - interval '46 days'`)
  expect((await run('doctor')).stdout).toMatch(/error\s+drop/)
  platform.breakWith(null)
  await round(40)
  await round(40.1)
  expect(platform.answers.get(ivy)).toBe(3)
  test.setTime(now)
})

it('DROP-6: the operator runs, rehearses, amends, and writes the evidence to a file', async () => {
  await bring(person('Joy Rehearsed', 'joy@drop.example'))
  const domain = `drop${stores}.example`
  const joy = id()
  const batch = [emails(`${joy},${email('joy@drop.example')}`)]
  platform.offer(batch)
  await run('privacy drop rehearse')
  expect((await run('privacy drop rehearse --json')).json).toMatchObject({ state: 'complete', answered: { 3: 1 } })
  expect(platform.calls.at(-1)).toBe('POST /sandbox/data/upload')
  expect(await namesAt(domain)).toEqual(['Joy Rehearsed'])
  platform.answers.clear()

  platform.offer(batch)
  expect((await run('privacy drop run --json')).json).toMatchObject({ state: 'preparing' })
  expect(await run('privacy drop run')).toMatchObject({ code: 0, stdout: expect.stringContaining('1 deleted') })
  expect(await namesAt(domain)).toEqual([])
  expect((await run('privacy drop status --json')).json).toMatchObject({
    fault: null,
    open_batches: 0,
    due_at: expect.any(String),
  })
  expect(await run(`privacy drop amend ${joy} 2`)).toMatchObject({ code: 0 })
  expect(platform.amended.get(joy)).toBe(2)
  expect((await run('audit --action privacy.drop_amended --json')).json.entries).toMatchObject([
    { details: [{ value: 'exempt' }, { value: joy }] },
  ])
  expect(await run(`privacy drop amend ${id()} 2`)).toMatchObject({ code: 1 })
  expect(await run(`privacy drop amend ${joy} 7`)).toMatchObject({ code: 2 })
  const file = join(folder, 'evidence.json')
  expect(await run(`privacy drop evidence --out ${file}`)).toMatchObject({ code: 0 })
  const evidence = JSON.parse(await readFile(file, 'utf8'))
  expect(evidence.requests.find((one: { id: string }) => one.id === joy)).toMatchObject({ list: 'Email', status: 2 })
  platform.breakWith(401)
  expect(await run('privacy drop run')).toMatchObject({ code: 1, stdout: expect.stringContaining('401') })
  platform.breakWith(null)
})
