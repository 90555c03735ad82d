/**
 * A Stripe of our own, for tests: it keeps customers, subscriptions, invoices and a clock, answers the real SDK over HTTP (or
 * in process) as the API reference of the pinned version says, and refuses as Stripe refuses.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { routes, StripeRefusal } from './api.ts'
import { createWorld, type Record_, type World } from './world.ts'

export const stripeTestKey = 'sk_test_fake'

type FakeStripe = {
  world: World
  /** Every call so far. */
  calls: { method: string; path: string; fields: Record_ }[]
  /** Answers the SDK without a socket. */
  fetch: typeof fetch
  /** The next calls to a path that begins so are refused with this. */
  refuseNext(path: string, status: number, error: object): void
}

export type ServedStripe = FakeStripe & { url: string; stop(): Promise<void> }

type Answer = { status: number; body: unknown }

export function createFakeStripe(now: Date, tag = ''): FakeStripe {
  const world = createWorld(Math.floor(now.getTime() / 1_000), tag)
  const calls: FakeStripe['calls'] = []
  const remembered = new Map<string, { request: string; answer: Answer }>()
  const refusals: { path: string; status: number; error: object }[] = []

  function answer(method: string, address: string, headers: Headers, body: string): Answer {
    const url = new URL(address, 'http://stripe')
    const fields = readForm(new URLSearchParams(method === 'GET' ? url.search : body))
    calls.push({ method, path: url.pathname, fields })
    if (headers.get('authorization') !== `Bearer ${stripeTestKey}`) {
      return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } } }
    }
    const at = refusals.findIndex(({ path }) => url.pathname.startsWith(path))
    const [refusal] = at === -1 ? [] : refusals.splice(at, 1)
    if (refusal) return { status: refusal.status, body: { error: refusal.error } }
    return once(headers.get('idempotency-key'), `${method} ${url.pathname} ${body}`, () =>
      route(method, url.pathname, fields),
    )
  }

  /** The same key and request: the first answer again. Another request under it is refused. */
  function once(key: string | null, request: string, run: () => Answer): Answer {
    const known = key === null ? undefined : remembered.get(key)
    if (known && known.request !== request) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      return { status: 400, body: { error: { type: 'idempotency_error', message } } }
    }
    if (known) return known.answer
    const answer = run()
    if (key !== null && answer.status < 500) remembered.set(key, { request, answer })
    return answer
  }

  function route(method: string, path: string, fields: Record_): Answer {
    for (const [pattern, handler] of routes) {
      const match = pattern.exec(`${method} ${path}`)
      if (!match) continue
      try {
        return { status: 200, body: structuredClone(handler({ world, id: match[1] ?? '', fields })) }
      } catch (error) {
        if (error instanceof StripeRefusal) return { status: error.status, body: { error: error.error } }
        throw error
      }
    }
    return {
      status: 404,
      body: { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` } },
    }
  }

  return {
    world,
    calls,
    refuseNext: (path, status, error) => void refusals.push({ path, status, error }),
    fetch: async (input, init) => {
      const { status, body } = answer(
        init?.method ?? 'GET',
        String(input),
        new Headers(init?.headers),
        String(init?.body ?? ''),
      )
      return new Response(JSON.stringify(body), { status, headers: { 'request-id': `req_stripe_${calls.length}` } })
    },
  }
}

/** On a free port, or on the one that it had before. */
export async function serveFakeStripe(fake: FakeStripe, port = 0): Promise<ServedStripe> {
  const server = createServer(async (request, response) => {
    const body = await read(request)
    const headers = new Headers(request.headers as Record<string, string>)
    const answer = await fake.fetch(request.url!, { method: request.method!, headers, ...(body && { body }) })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    ...fake,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** `a[b][0][c]=1` -> `{a: {b: [{c: '1'}]}}`. */
function readForm(form: URLSearchParams): Record_ {
  const fields: Record_ = {}
  for (const [name, value] of form) {
    const path = name.replaceAll(']', '').split('[')
    let at: Record_ = fields
    for (const [index, part] of path.entries()) {
      if (index === path.length - 1) at[part] = value
      else at = at[part] ??= /^\d+$/.test(path[index + 1]!) ? [] : {}
    }
  }
  return fields
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
