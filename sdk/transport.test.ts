/** What a call does while its answer comes: connections that are lost on the way, time limits, and what the caller is given of it. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { type ConnectionError, createProspector, InvalidRequestError, type ProspectorError } from './prospector.ts'

const origin = 'http://service.example'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const keyOf = (request: IncomingMessage) => request.headers['idempotency-key']

/** A server that answers with each of these in turn, the last one for ever; the keys that it was sent. */
async function serve(...answers: ((response: ServerResponse) => void)[]) {
  const keys: unknown[] = []
  const server = createServer((request, response) => {
    keys.push(keyOf(request))
    request.resume()
    answers[Math.min(keys.length, answers.length) - 1]!(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { keys, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const whole = (response: ServerResponse) => void response.end('{"data": [], "credits": {"spent": 1}}')
/** Its head and a part of its body, then nothing more. */
const cut = (response: ServerResponse) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1_000 })
  response.write('{"data": [', () => response.destroy())
}

it('SDK-3: an answer that breaks off in its middle is asked for again, under one key', async () => {
  const { keys, address } = await serve(cut, cut, whole)
  const reply = await createProspector({ origin: address, apiKey: 'psk' }).revealContacts({ contact_ids: [] })
  expect(reply.credits.spent).toBe(1)
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

it('SDK-3: where no answer comes to its end, the error holds the key that was made for the call', async () => {
  const { keys, address } = await serve(cut)
  const lost = createProspector({ origin: address, apiKey: 'psk', retries: 1 })
  const nowhere = createProspector({ origin: 'http://127.0.0.1:1', apiKey: 'psk', retries: 0 })
  const failures = [
    await lost.revealContacts({ contact_ids: [] }).catch((error: ConnectionError) => error),
    await nowhere.revealContacts({ contact_ids: [] }).catch((error: ConnectionError) => error),
  ] as ConnectionError[]
  for (const { name, code, idempotencyKey } of failures)
    expect([name, code, idempotencyKey]).toEqual([
      'ConnectionError',
      'connection_failed',
      expect.stringMatching(/^[\w-]{20,}$/),
    ])
  expect(keys).toEqual([failures[0]!.idempotencyKey, failures[0]!.idempotencyKey])
})

it('SDK-3: a key is refused where the operation takes none, before anything is sent: repeating it would not be safe', async () => {
  const { keys, address } = await serve(whole)
  const prospector = createProspector({ origin: address, apiKey: 'psk' })
  const call = prospector.createList({ name: 'Mine', kind: 'contacts' }, { idempotencyKey: 'order-7' })
  await expect(call).rejects.toThrow('createList takes no idempotencyKey.')
  expect(keys).toEqual([])
})

it('SDK-3: what changes something and carries no key is not sent again when its answer is lost', async () => {
  const { keys, address } = await serve(cut, whole)
  const prospector = createProspector({ origin: address, apiKey: 'psk' })
  await expect(prospector.createPortalLink()).rejects.toMatchObject({ code: 'connection_failed' })
  expect(keys).toHaveLength(1)
})

/** A client whose service sends the head at once and the body when it is told to; `late` is the end of the attempt's time. */
function createSlowClient(options: object = {}) {
  const late = new AbortController()
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  let body!: ReadableStreamDefaultController<Uint8Array>
  const answer: typeof fetch = async (_address, init) => {
    const signal = init!.signal!
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        body = controller
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(stream)
  }
  const prospector = createProspector({ origin, apiKey: 'psk', fetch: answer, retries: 0, ...options })
  return {
    ...{ prospector, limits },
    passTime: () => late.abort(new DOMException('Too late.', 'TimeoutError')),
    finish(text: string) {
      body.enqueue(new TextEncoder().encode(text))
      body.close()
    },
    isAnswering: () => body !== undefined,
  }
}

it('SDK-3: the time of an attempt includes its body', async () => {
  const { prospector, passTime, isAnswering } = createSlowClient()
  const asked = prospector.revealContacts({ contact_ids: [] }).catch((error: ProspectorError) => error)
  await expect.poll(isAnswering).toBe(true)
  passTime()
  expect(await asked).toMatchObject({ name: 'ConnectionError', code: 'timeout', idempotencyKey: expect.any(String) })
})

it('SDK-3: a spreadsheet may be read for longer than an attempt may take', async () => {
  const { prospector, passTime, finish } = createSlowClient()
  const response = await prospector.csv('listRevealedContacts')
  passTime()
  finish('id\r\nct_1\r\n')
  expect(await response.text()).toBe('id\r\nct_1\r\n')
})

it('SDK-3: an attempt has 60 seconds, or as many as the client or the call says', async () => {
  const asked: [object, object][] = [
    [{}, {}],
    [{ timeoutSeconds: 5 }, {}],
    [{ timeoutSeconds: 5 }, { timeoutSeconds: 2 }],
  ]
  for (const [ofClient, ofCall] of asked) {
    const { prospector, limits } = createSlowClient(ofClient)
    await prospector.csv('listRevealedContacts', {}, ofCall)
    expect(limits).toHaveBeenLastCalledWith(
      { ...{ timeoutSeconds: 60 }, ...ofClient, ...ofCall }.timeoutSeconds * 1_000,
    )
  }
})

it('SDK-2: withResponse() gives the reply with its response, in one request, and fails as the call does', async () => {
  let sent = 0
  const answer: typeof fetch = async () => {
    sent += 1
    const error = { type: 'invalid_request_error', code: 'invalid_request', message: 'No.', param: 'limit' }
    const headers = { 'X-Request-Id': `req_${sent}`, RateLimit: '"minute";r=59;t=60' }
    return sent === 1 ? Response.json({ object: 'usage' }, { headers }) : Response.json({ error }, { status: 400 })
  }
  const prospector = createProspector({ origin, apiKey: 'psk', fetch: answer })
  const call = prospector.getUsage()
  const { data, response } = await call.withResponse()
  expect([data, await call]).toEqual([{ object: 'usage' }, { object: 'usage' }])
  expect([response.status, response.headers.get('X-Request-Id'), response.headers.has('RateLimit')]).toEqual([
    ...[200, 'req_1', true],
  ])
  expect(sent).toBe(1)
  const failure = await prospector
    .getUsage()
    .withResponse()
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(InvalidRequestError)
  expect(failure).toMatchObject({ param: 'limit' })
})

it('SDK-2: a call without what stands in its path, or of what there is not, says so and sends nothing', async () => {
  const sent: unknown[] = []
  const answer: typeof fetch = async (address) => {
    sent.push(address)
    return Response.json({})
  }
  // As a program without types might call it.
  const prospector = createProspector({ origin, apiKey: 'psk', fetch: answer }) as unknown as Record<
    string,
    (...given: unknown[]) => Promise<unknown>
  >
  await expect(prospector.getContact!('ct_test_VerifiedEmailOne')).rejects.toThrow(
    "getContact needs contact_id: getContact({ contact_id: '…' }).",
  )
  await expect(prospector.getStore!({ domain: '' })).rejects.toThrow('getStore needs domain')
  const each = prospector.each!('listContacts') as unknown as AsyncGenerator
  await expect(each.next()).rejects.toThrow('There is no operation listContacts.')
  expect(sent).toEqual([])
})

it('SDK-2: key and address come from the environment, and what is given goes before it', async () => {
  const sent: [string, string | null][] = []
  const answer: typeof fetch = async (address, init) => {
    sent.push([new URL(String(address)).origin, new Headers(init!.headers).get('Authorization')])
    return Response.json({})
  }
  vi.stubEnv('PROSPECTOR_URL', 'https://from.environment.example')
  vi.stubEnv('PROSPECTOR_KEY', 'psk_environment')
  await createProspector({ fetch: answer }).getUsage()
  await createProspector({ fetch: answer, origin, apiKey: 'psk_given' }).getUsage()
  expect(sent).toEqual([
    ['https://from.environment.example', 'Bearer psk_environment'],
    [origin, 'Bearer psk_given'],
  ])
})
