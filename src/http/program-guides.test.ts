/** The guides of /docs that are programs: each runs as it is printed, with the real client, in test mode. */
import { createServer, type Server } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as client from '../../sdk/prospector.ts'
import { type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { type PublicHost, startPublicHost } from '../../test/support/public-host.ts'
import { runSnippet as run, toPlain } from '../../test/support/run-snippet.ts'
import { createTestKey } from '../../test/support/test-key.ts'
import { repeat } from '../base/repeat.ts'
import { recordEvents } from '../events/record.ts'
import { magicContactErrors, magicDomains } from '../test-mode/magic.ts'
import { signatureHeaders } from '../webhooks/sign.ts'
import { programs } from './docs/programs.ts'
import { pythonPrograms } from './docs/python-programs.ts'

let test: ServedApp
let host: PublicHost
beforeAll(async () => {
  host = await startPublicHost('crm.example')
  test = await startServedApp({ webhookRequests: host.requests })
})
afterAll(async () => {
  await test.stop()
  await host.stop()
})

const withoutImports = (program: string): string => stripTypeScriptTypes(program).replaceAll(/^import .*$/gm, '')

describe('DOC-3: the programs of the guides', () => {
  it('are on the page as they run', async () => {
    const page = toPlain((await test.call('GET', '/docs')).text)
    for (const program of Object.values(programs)) expect(page).toContain(program)
    const twin = (await test.call('GET', '/docs.md')).text
    for (const program of [...Object.values(programs), ...Object.values(pythonPrograms)])
      expect(twin).toContain(program)
  })

  /** A program with the real client, in test mode; what it prints, line by line. */
  async function play(program: string, given: Record<string, unknown> = {}, env: Record<string, string> = {}) {
    const { accountId } = await test.createAccount()
    const { apiKey: key } = await createTestKey(test, accountId)
    const lines: string[] = []
    const print = (...words: unknown[]) => void lines.push(words.map(String).join(' '))
    const connect = (options: object = {}) => client.createProspector({ origin: test.url, apiKey: key, ...options })
    const code = withoutImports(program)
    const running = run(code, {
      ...{ ...client, createProspector: connect, console: { log: print } },
      ...{ env: { PROSPECTOR_TEST_KEY: key, ...env }, ...given },
    })
    return { lines, running, prospector: connect() }
  }

  it('25 people are found, quoted and revealed', async () => {
    const { lines, running } = await play(programs.reveal)
    await running
    expect(lines[0]).toMatch(/^25 of \d+ people$/)
    expect(lines[1]).toBe('25 credits; 1000 can be spent')
    expect(lines.slice(2, -1).filter((line) => /^\S+ .+ \S+@\S+$/.test(line))).toHaveLength(25)
    expect(lines.at(-1)).toBe('25 credits spent')
  })

  it('webhooks arrive, are verified and handled once', async () => {
    let server: Server | undefined
    const created = (...handler: Parameters<typeof createServer>) => {
      server = createServer(...handler)
      return server
    }
    host.answer(async ({ headers, body }, response) => {
      const { port } = server!.address() as AddressInfo
      const sent = Object.keys(signatureHeaders).map((name) => [name, String(headers[name])])
      const init = { method: 'POST', headers: Object.fromEntries(sent), body }
      response.writeHead((await fetch(`http://127.0.0.1:${port}`, init)).status).end()
    })
    const env = { WEBHOOK_URL: host.at('crm.example', '/hook'), PORT: '0' }
    const { lines, running, prospector } = await play(programs.webhooks, { createServer: created }, env)
    await running
    expect(lines).toEqual([expect.stringContaining('webhook.test')])
    await prospector.revealContacts({ contact_ids: ['ct_test_VerifiedEmailOne'] })
    await test.app.webhooks.runDue()
    expect(lines[1]).toContain('reveal.created')
    const { port } = server!.address() as AddressInfo
    expect((await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' })).status).toBe(400)
    server!.close()
  })

  it('a job is quoted, started, waited for and read', async () => {
    const { lines, running } = await play(programs.jobs.replace('max: 500', 'max: 12'))
    const working = repeat(
      50,
      () => test.app.queue.runWaiting(),
      () => {},
    )
    await running.finally(working.stop)
    expect(lines[0]).toBe('At most 12 credits; 1000 can be spent.')
    expect(lines).toContain('finished null 12 credits')
    expect(lines.filter((line) => line.startsWith('newly_revealed '))).toHaveLength(12)
  })

  it('a CRM follows reveals and deletions, and goes on where it stopped', async () => {
    const kept = new Map<string, { full_name: string }>()
    let sequence = 0
    const stop = new Error('enough')
    const crm = {
      customers: async () => [{ email: 'known@customer.example' }],
      lastSequence: async () => sequence,
      upsert: async (contact: { id: string; full_name: string }) => void kept.set(contact.id, contact),
      remove: async (id: string) => void kept.delete(id),
      setLastSequence: async (handled: number) => {
        sequence = handled
        if (kept.size === 2 || (sequence > 3 && kept.size === 1)) throw stop
      },
    }
    const { running, prospector } = await play(programs.crm, { crm })
    const ended = running.catch((error: unknown) => error)
    await prospector.revealContacts({ contact_ids: ['ct_test_VerifiedEmailOne'] })
    await prospector.revealContacts({ contact_ids: ['ct_test_PhoneOnlyContact'] })
    expect(await ended).toBe(stop)
    expect([...kept.keys()]).toEqual(['ct_test_VerifiedEmailOne', 'ct_test_PhoneOnlyContact'])
    expect(kept.get('ct_test_VerifiedEmailOne')!.full_name).toMatch(/Magic/)
    const { account } = await prospector.getUsage()
    const data = { contact_ids: ['ct_test_PhoneOnlyContact'] }
    const { database, clock } = test.app
    await database.transaction((tx) => recordEvents(tx, clock, account.id, [{ type: 'contact.suppressed', data }]))
    const code = withoutImports(programs.crm)
    const again = run(code, { createProspector: () => prospector, crm })
    expect(await again.catch((error: unknown) => error)).toBe(stop)
    expect([...kept.keys()]).toEqual(['ct_test_VerifiedEmailOne'])
  })

  it('signals lead to stores and people', async () => {
    const { lines, running } = await play(programs.signals)
    await running
    expect(lines[0]).toContain('app_added')
    expect(lines[1]).toMatch(/^[1-9]\d* stores$/)
    expect(lines.some((line) => / app_added \w/.test(line))).toBe(true)
    expect(lines.at(-1)).toMatch(/^[1-9]\d* people to write to$/)
  })

  it('a watch is previewed, made and visited, and a store is followed', async () => {
    const { lines, running, prospector } = await play(programs.watches)
    await running
    expect(lines[0]).toMatch(/^\d+ people in the last 30 days$/)
    expect(lines[1]).toBe('Watching New apps')
    expect(lines[2]).toMatch(/^\S+ true wat_/)
    const { data } = await prospector.listWatches()
    expect(data.map(({ mail, new_matches: news }) => [mail, news])).toEqual([
      ['weekly', 0],
      ['off', 0],
    ])
  })

  it('test mode shows outcomes, errors and the end of a trial', async () => {
    const { lines, running } = await play(programs.testMode)
    await running
    expect(lines).toEqual([
      'vera@magic.example 999',
      expect.stringMatching(/^No credits: http/),
      expect.stringMatching(/^Lapsed: http/),
    ])
  })
})

it('DOC-2: the curl line of an error’s page makes that error', async () => {
  const { accountId } = await test.createAccount()
  const { apiKey: key } = await createTestKey(test, accountId)
  for (const code of new Set([...magicContactErrors, ...magicDomains].map((magic) => magic.code))) {
    const { text } = await test.call('GET', `/docs/errors/${code}.md`)
    const line = /^curl (\S+) [\s\S]*?\n```/m.exec(text)!
    const body = /-d '(.*)'/.exec(line[0])?.[1]
    const answer = await test.call(body ? 'POST' : 'GET', new URL(line[1]!).pathname, {
      key,
      ...(body && { body: JSON.parse(body) }),
    })
    expect(answer.body.error.code).toBe(code)
  }
})
