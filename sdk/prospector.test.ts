import { afterAll, beforeAll, expect, it } from 'vitest'
import { problemCatalogue } from '../src/base/problems.ts'
import { magicContactErrors } from '../src/test-mode/magic.ts'
import { startTestApp, type TestApp } from '../test/support/app.ts'
import { playScenario } from '../test/support/client-scenario.ts'
import { createTestKey } from '../test/support/test-key.ts'
import {
  ConnectionError,
  createProspector,
  InsufficientCreditsError,
  type Prospector,
  ProspectorError,
  RateLimitedError,
} from './prospector.ts'

let test: TestApp
let origin: string
beforeAll(async () => {
  test = await startTestApp()
  origin = await test.app.http.server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => test.stop())

const clientOf = async (credits: number): Promise<Prospector> => {
  const { apiKey } = await test.createAccount({ credits })
  return createProspector({ origin, apiKey })
}

it('reveals, lists and quotes with the types of the description', async () => {
  const prospector = await clientOf(10)
  const ids = await test.plantContacts(3)
  const quote = await prospector.quoteReveal({ contact_ids: ids })
  expect(quote.credits).toEqual({ required: 3, remaining: 10, spendable_now: 10 })
  const revealed = await prospector.revealContacts({ contact_ids: ids })
  expect(revealed.data.map((contact) => contact.id)).toEqual(ids)

  const listed: string[] = []
  for await (const contact of prospector.each('listRevealedContacts', { limit: 1 })) listed.push(contact.id)
  expect(listed.toSorted()).toEqual(ids.toSorted())
})

it('a reveal whose answer was lost on the way is sent again and spends once', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const [id] = await test.plantContacts(1)
  let sent = 0
  const lossy: typeof fetch = async (...request) => {
    sent += 1
    const answer = await fetch(...request)
    if (sent === 1) throw new TypeError('fetch failed')
    return answer
  }
  const prospector = createProspector({ origin, apiKey, fetch: lossy })
  const revealed = await prospector.revealContacts({ contact_ids: [id!] })
  expect(sent).toBe(2)
  expect(revealed.credits).toEqual({ spent: 1, remaining: 9, spendable_now: 9 })
  expect(revealed.data[0]).toMatchObject({ reveal_status: 'newly_revealed', charged: true })
})

it('a refusal throws with the code, the parameter and the request id', async () => {
  const prospector = await clientOf(0)
  const ids = await test.plantContacts(1)
  const refused = await prospector.revealContacts({ contact_ids: ids }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ProspectorError)
  expect(refused).toMatchObject({ status: 402, code: 'insufficient_contact_credits', param: 'contact_ids' })
  expect((refused as ProspectorError).requestId).toMatch(/^req_/)
})

it('path parameters are encoded and a store that is not there is a 404', async () => {
  const prospector = await clientOf(0)
  const refused = await prospector.getStore({ domain: 'https://nobody.example/a b?c' }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 404, code: 'store_not_found' })
})

it('a wait longer than the caller allows is not waited for: the error comes at once and says when to come back', async () => {
  let sent = 0
  const asking =
    (retryAfter: string): typeof fetch =>
    async () => {
      sent += 1
      const error = { type: 'rate_limit_error', code: 'rate_limit_exceeded', message: 'Used up.', request_id: 'req_1' }
      return Response.json({ error }, { status: 429, headers: { 'Retry-After': retryAfter } })
    }
  const askedToWait = (retryAfter: string, waitSecondsMax?: number) =>
    createProspector({ origin, apiKey: 'psk', fetch: asking(retryAfter), ...(waitSecondsMax && { waitSecondsMax }) })
      .getUsage()
      .catch((error: unknown) => error)

  // A month, which overflows a timer, then a day as a date, then a minute where the caller allows ten seconds.
  const tomorrow = new Date(Date.now() + 86_400_000).toUTCString()
  expect(await askedToWait('2592000')).toMatchObject({ status: 429, retryAfterSeconds: 2_592_000 })
  expect((await askedToWait(tomorrow)) as ProspectorError).toMatchObject({ status: 429 })
  expect(await askedToWait('60', 10)).toMatchObject({ status: 429, retryAfterSeconds: 60 })
  expect(sent).toBe(3)
})

it('SDK-2: the scenario that both clients are driven through', async () => {
  await test.plantContacts(30)
  await test.app.start()
  const { apiKey } = await test.createAccount({ credits: 40 })
  expect(await playScenario((key = apiKey) => createProspector({ origin, apiKey: key }))).toBeGreaterThan(10)
})

it('SDK-2: the feed of events and the results of a job are read to their end, too', async () => {
  const prospector = await clientOf(10)
  const ids = await test.plantContacts(3)
  for (const id of ids) await prospector.revealContacts({ contact_ids: [id] })
  const sequences: number[] = []
  for await (const event of prospector.each('listEvents', { limit: 2 })) sequences.push(event.sequence)
  const { total } = await prospector.listEvents()
  expect(sequences).toEqual(Array.from({ length: total }, (_, index) => index + 1))
  expect(total).toBeGreaterThan(2)

  const job = (await prospector.createJob({ kind: 'reveal', contact_ids: ids })) as { id: string }
  await test.app.queue.runWaiting()
  const inputs: string[] = []
  for await (const line of prospector.each('getJobResults', { job_id: job.id, limit: 2 }))
    inputs.push((line as { input: string }).input)
  expect(inputs).toEqual(ids)
})

it('SDK-5: a job is quoted, started and waited for', async () => {
  const prospector = await clientOf(10)
  const ids = await test.plantContacts(3)
  const request = { kind: 'reveal' as const, contact_ids: ids }
  expect((await prospector.jobs.quote(request)).credits.required).toBe(3)
  const { id } = await prospector.jobs.start(request)
  const seen: string[] = []
  let running: Promise<unknown> | null = null
  const onProgress = ({ status }: { status: string }) => {
    seen.push(status)
    // It is still waiting when it is first asked for.
    running ??= test.app.queue.runWaiting()
  }
  expect(await prospector.jobs.wait(id, { onProgress })).toMatchObject({
    id,
    status: 'finished',
    credits: { spent: 3 },
  })
  expect([seen[0], seen.at(-1)]).toEqual(['queued', 'finished'])
  await running
  const waiting = await prospector.jobs.start(request)
  const stop = new AbortController()
  const given = { signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) }
  await expect(prospector.jobs.wait(waiting.id, given)).rejects.toThrow('enough')
})

it('SDK-5: events are followed as they happen, from where one stopped, until the signal', async () => {
  const prospector = await clientOf(10)
  const ids = await test.plantContacts(3)
  await prospector.revealContacts({ contact_ids: [ids[0]!] })
  const stop = new AbortController()
  const seen: string[][] = []
  const after = (await prospector.listEvents()).next_after - 1
  for await (const event of prospector.events.follow({ after }, { signal: stop.signal })) {
    if (event.type !== 'reveal.created') continue
    seen.push(event.data.contact_ids)
    if (seen.length < ids.length) await prospector.revealContacts({ contact_ids: [ids[seen.length]!] })
    else stop.abort()
  }
  expect(seen).toEqual(ids.map((id) => [id]))
})

/** Answers these statuses one after the other, then success; counts what was sent. */
function failing(statuses: number[]) {
  const sent: { method: string; key: string | null; agent: string | null }[] = []
  const request: typeof fetch = async (_address, init) => {
    const headers = new Headers(init?.headers)
    sent.push({ method: init!.method!, key: headers.get('Idempotency-Key'), agent: headers.get('User-Agent') })
    const status = statuses[sent.length - 1] ?? 200
    return status === 200 ? Response.json({ data: [] }) : Response.json({ error: { code: 'x' } }, { status })
  }
  return { sent, client: createProspector({ origin, apiKey: 'psk', fetch: request }) }
}

it.each([408, 429, 500, 502, 503, 504])(
  'SDK-3: a %i is retried for reads, and for a reveal under one key',
  async (status) => {
    for (const read of ['getUsage', 'searchContacts', 'listCreditEntries'] as const) {
      const { client, sent } = failing([status])
      await client[read]()
      expect(sent).toHaveLength(2)
    }
    const { client, sent } = failing([status, status])
    await client.revealContacts({ contact_ids: [] })
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(sent).toHaveLength(3)
    expect(sent[0]!.agent).toMatch(/^prospector-client-js\/\d/)
  },
)

it('SDK-3: what changes something and carries no key is sent again only after a 429', async () => {
  for (const [status, times] of [
    [500, 1],
    [503, 1],
    [429, 2],
  ] as const) {
    const { client, sent } = failing([status])
    await client.createPortalLink().catch(() => {})
    expect([status, sent.length]).toEqual([status, times])
  }
})

it('SDK-3: a 409 and a 402 are never retried, and the error holds the key', async () => {
  for (const status of [409, 402, 400]) {
    const { client, sent } = failing([status])
    const error = await client.revealContacts({ contact_ids: [] }).catch((one: ProspectorError) => one)
    expect(sent).toHaveLength(1)
    expect((error as ProspectorError).idempotencyKey).toBe(sent[0]!.key)
  }
})

it('SDK-3: a request that takes too long ends with the key to ask again with', async () => {
  const silent: typeof fetch = (_address, init) =>
    new Promise((_, reject) => init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason)))
  const client = createProspector({ origin, apiKey: 'psk', fetch: silent, timeoutSeconds: 0.05 })
  const options = { idempotencyKey: 'order-7', retries: 0 }
  const error = await client.revealContacts({ contact_ids: [] }, options).catch((one: unknown) => one)
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ code: 'timeout', idempotencyKey: 'order-7' })
  const stop = new AbortController()
  const stopped = client.getUsage({}, { signal: stop.signal, timeoutSeconds: 60 }).catch((one: unknown) => one)
  stop.abort(new Error('enough'))
  expect(await stopped).toMatchObject({ message: 'enough' })
})

it('SDK-2: revealing many goes on where it stopped, under the key of its error', async () => {
  const { apiKey } = await test.createAccount({ credits: 15 })
  const ids = await test.plantContacts(25)
  const client = createProspector({ origin, apiKey })
  const error = await client.revealMany(ids).catch((one: unknown) => one)
  expect(error).toBeInstanceOf(InsufficientCreditsError)
  const { partial, idempotencyKey } = error as InsufficientCreditsError & { partial: { data: unknown[] } }
  expect(partial.data).toHaveLength(10)
  const progress: number[] = []
  const onProgress = ({ data }: { data: unknown[] }) => progress.push(data.length)
  const again = await client.revealMany(ids.slice(0, 15), { idempotencyKey: idempotencyKey!, onProgress })
  expect(again.data).toHaveLength(15)
  expect(again.credits).toMatchObject({ spent: 15, remaining: 0 })
  expect(progress).toEqual([10, 15])
})

it('SDK-2: a magic contact raises its error, with what the service says of it', async () => {
  const { apiKey } = await createTestKey(test, (await test.createAccount()).accountId)
  const prospector = createProspector({ origin, apiKey, retries: 0 })
  for (const { code, contactId } of magicContactErrors) {
    const error = await prospector.revealContacts({ contact_ids: [contactId] }).catch((one: unknown) => one)
    const { status } = problemCatalogue[code]
    expect(error).toMatchObject({ code, status, requestId: expect.stringMatching(/^req_/) })
    const { docUrl, idempotencyKey, billing, limit, retryAfterSeconds } = error as ProspectorError
    expect(new URL(docUrl!).pathname).toBe(`/docs/errors/${code}`)
    expect(idempotencyKey).toMatch(/^[\w-]{20,}$/)
    if (error instanceof InsufficientCreditsError) expect(billing?.url).toMatch(/^http/)
    if (!(error instanceof RateLimitedError)) continue
    expect([error.window, limit?.remaining, retryAfterSeconds]).toEqual(['requests_per_minute', 0, 60])
  }
})

it('SDK-2: a client without a key or an address says so', () => {
  expect(() => createProspector({ origin })).toThrow('PROSPECTOR_KEY')
  expect(() => createProspector({ apiKey: 'psk' })).toThrow('PROSPECTOR_URL')
  const begins = 'begins with https:// or http://'
  expect(() => createProspector({ apiKey: 'psk', origin: 'localhost:8080' })).toThrow(begins)
})

it('SDK-2: an address may end with the path of the API, and one that does not answer is named', async () => {
  const { apiKey } = await test.createAccount({ credits: 1 })
  expect((await createProspector({ origin: `${origin}/api/v1`, apiKey }).getUsage()).object).toBe('usage')
  const nowhere = createProspector({ origin: 'http://127.0.0.1:1', apiKey, retries: 0 })
  await expect(nowhere.getUsage()).rejects.toThrow('The service could not be reached at http://127.0.0.1:1.')
})
