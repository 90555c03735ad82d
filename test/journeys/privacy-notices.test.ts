/** People are told that their data is held, and withheld until then. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { languageNames } from '../../src/privacy/languages/languages.ts'
import { type ServedApp, startServedApp } from '../support/browser.ts'
import { type Command, createQuickCommand, environmentFor } from '../support/command.ts'
import { startSmtpServer } from '../support/smtp-server.ts'

let test: ServedApp
let environment: Parameters<typeof createQuickCommand>[0]
let run: Command
let folder: string
beforeAll(async () => {
  test = await startServedApp()
  folder = await mkdtemp(join(tmpdir(), 'notices-'))
  const purposes = Object.fromEntries(languageNames.map((language) => [language, `Only for our fair (${language})`]))
  await writeFile(join(folder, 'texts.json'), JSON.stringify({ purposes }))
  environment = {
    ...environmentFor(test.store.url),
    CHANNEL_KEY: test.secrets.channelKeys[0]!.toString('base64'),
    DATA_DIR: folder,
    PRIVACY_CONTACT: 'privacy@operator.example',
    PRIVACY_NAME: 'Operator GmbH',
    PRIVACY_TEXTS: join(folder, 'texts.json'),
  }
  run = createQuickCommand(environment)
  await test.app.start()
})
afterAll(async () => {
  await test.stop()
  await rm(folder, { recursive: true })
})

const day = 24 * 3_600_000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()

async function plant(country: string, people: { name: string; email: string; days: number }[]): Promise<string[]> {
  const domain = `${country.toLowerCase()}-notices.example`
  const contacts = people.map(({ name, email, days }) => ({
    full_name: name,
    emails: [{ email, status: 'verified' }],
    collected_at: ago(days),
  }))
  const { database, channelKeys } = test.app
  await importCatalogue(database, { channelKeys, source: readRecords([{ domain, name: domain, country, contacts }]) })
  const rows = await database.query<{ id: string }>(sql`
    SELECT contact_id AS id FROM contacts JOIN stores USING (store_id) WHERE domain = ${domain} ORDER BY full_name`)
  return rows.map(({ id }) => id)
}

const standing = async (country: string) =>
  (await run('privacy notices list --json')).json.countries.find((one: { country: string }) => one.country === country)

it('PRIVACY-15: who has not been told is counted, exported, mailed once in the language of the country, and marked', async () => {
  await plant('DE', [
    { name: 'Anna Alt', email: 'anna@notices.example', days: 40 },
    { name: 'Bernd Neu', email: 'bernd@notices.example', days: 3 },
    { name: 'Bernd Doppelt', email: 'bernd@notices.example', days: 3 },
  ])
  const [objector] = await plant('AT', [{ name: 'Olga Wider', email: 'olga@notices.example', days: 40 }])
  expect(await standing('AT')).toMatchObject({ untold: 1 })
  await run(`suppress --contact ${objector}`)
  expect(await standing('AT')).toBeUndefined()
  expect(await standing('DE')).toEqual({ country: 'DE', untold: 3, overdue: 1, withheld: 0 })

  const file = join(folder, 'untold.csv')
  expect(await run(`privacy notices export --country DE --overdue --out ${file}`)).toMatchObject({ code: 0 })
  const [head, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\r\n')
  expect(head).toBe('contact_id,full_name,email,store,country,source,collected_at,due_at')
  expect(lines).toEqual([expect.stringContaining('Anna Alt,anna@notices.example,de-notices.example,DE,import,')])
  expect(await run(`privacy notices export --country DE --out ${file}`)).toMatchObject({ code: 1 })
  expect((await run(`privacy notices told ${file} --json`)).json).toEqual({ people: 1, told: 1 })
  expect((await run(`privacy notices told ${file} --json`)).json).toEqual({ people: 1, told: 0 })
  expect(await standing('DE')).toEqual({ country: 'DE', untold: 2, overdue: 0, withheld: 0 })

  const sent = await run('privacy notices send --country DE --json')
  expect(sent.json).toEqual({ mails: 1, people: 2, unreachable: 0, failed: 0, failure: null })
  const outbox = join(folder, 'outbox')
  const [mail, ...others] = await readdir(outbox)
  expect(others).toEqual([])
  const text = await readFile(join(outbox, mail!), 'utf8')
  expect(text).toContain('bernd@notices.example')
  expect(text.replaceAll(/=\n/g, '')).toContain('Only for our fair (de)')
  expect(text.replaceAll(/=\n/g, '')).toMatch(/gesch=C3=A4ftliche|geschäftliche/)
  expect((await run('privacy notices send --country DE --json')).json).toMatchObject({
    mails: 0,
    people: 0,
    unreachable: 0,
  })
  expect(await standing('DE')).toBeUndefined()
  const told = (await run('audit --by-operators --json')).json.entries.map(
    ({ sentence }: { sentence: string }) => sentence,
  )
  const [isOrder, isMark] = [/began to tell people .*most 1,000.*country DE/, /marked people as told .*people 1\)/]
  expect([isOrder, isMark].map((wanted) => told.filter((one: string) => wanted.test(one)).length)).toEqual([2, 1])
})

it('PRIVACY-16: people of a country who were not told are shown to nobody until they are', async () => {
  const person = { name: 'Fleur Cachee', email: 'fleur@notices.example', days: 3 }
  const [id] = await plant('FR', [person])
  const owner = await test.createAccount({ credits: 5 })
  const other = await test.createAccount({ credits: 5 })
  const total = async () => {
    const body = { store: { countries: ['FR'] } }
    return (await test.call('POST', '/api/v1/contacts/search', { key: other.apiKey, body })).body.total
  }
  await expect.poll(total, { timeout: 30_000 }).toBe(1)
  expect((await test.reveal(owner.apiKey, [id!])).status).toBe(200)

  expect(await run('privacy notices withhold fr')).toMatchObject({ code: 0 })
  expect(await total()).toBe(0)
  expect((await test.reveal(other.apiKey, [id!])).body.error.code).toBe('no_revealable_contacts')
  expect((await test.call('GET', '/api/v1/usage', { key: other.apiKey })).body.contact_credits.used).toBe(0)
  // It was paid for, and nobody opted out.
  expect((await test.reveal(owner.apiKey, [id!])).body.data).toMatchObject([{ id, charged: false }])
  const notices = await test.app.database.query(sql`SELECT kind FROM contact_notices WHERE contact_id = ${id}`)
  expect(notices.filter(({ kind }) => kind === 'suppressed')).toEqual([])
  expect(await standing('FR')).toMatchObject({ untold: 1, withheld: 1 })
  // A later import brings others there, who are withheld, too, and lifts nothing.
  await plant('FR', [person, { name: 'Guy Nouveau', email: 'guy@notices.example', days: 1 }])
  expect(await standing('FR')).toMatchObject({ untold: 2, withheld: 2 })
  expect(await total()).toBe(0)

  expect((await run('privacy notices send --country FR --most 1 --json')).json).toMatchObject({ mails: 1, people: 1 })
  expect(await standing('FR')).toMatchObject({ untold: 1, withheld: 1 })
  await expect.poll(total, { timeout: 30_000 }).toBe(1)
  expect(await run('privacy notices withhold --none')).toMatchObject({ code: 0 })
  await expect.poll(total, { timeout: 30_000 }).toBe(2)
  expect(await run('privacy notices withhold')).toMatchObject({ code: 2 })
  expect(await run('privacy notices withhold Germany')).toMatchObject({ code: 2 })
})

it('PRIVACY-15: a mail that can’t be sent keeps no other back, an address without a mailbox is not tried again, and a shared one is told once', async () => {
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.close())
  const people = ['busy', 'gone', 'fine'].map((name) => ({ name, email: `${name}@it-notices.example`, days: 3 }))
  await plant('IT', people)
  smtp.judge((to) =>
    to.startsWith('busy') ? '451 4.3.0 later' : to.startsWith('gone') ? '550 5.1.1 nobody' : '250 fine',
  )
  const send = () =>
    createQuickCommand({ ...environment, SMTP_URL: smtp.url })('privacy notices send --country IT --json')
  const told = () => smtp.recipients.map((to) => to.split('@')[0]).sort()
  const first = await send()
  expect([first.code, first.json]).toEqual([
    1,
    { mails: 1, people: 1, unreachable: 1, failed: 1, failure: 'The mail was not sent: EENVELOPE 451.' },
  ])
  expect(told()).toEqual(['busy', 'fine', 'gone'])
  smtp.judge(() => '250 fine')
  // Somebody else has the address of whom the first run told.
  await plant('IT', [...people, { name: 'zoe', email: 'fine@it-notices.example', days: 1 }])
  const second = await send()
  expect([second.code, second.json]).toMatchObject([0, { mails: 1, people: 2, unreachable: 1, failed: 0 }])
  expect(told()).toEqual(['busy', 'busy', 'fine', 'gone'])
})
