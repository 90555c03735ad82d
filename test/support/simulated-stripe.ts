/**
 * The simulator of Stripe with its world in memory, where tests can reach into it, and answers that are refused on demand. The
 * demo has the same simulator with its world in the database.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer, readCall, simulatedKey } from '../../src/billing/stripe-simulator/answer.ts'
import { addPrice, createWorld, type StripeObject, type World } from '../../src/billing/stripe-simulator/world.ts'

export const stripeTestKey = simulatedKey

export type FakeStripe = {
  /** Its prices end with the tag, so that worlds that share a database do not share prices. */
  world: World & { tag: string }
  /** Every call so far. */
  calls: { method: string; path: string; fields: StripeObject; key: string | null }[]
  /** Answers the SDK without a socket. */
  fetch: typeof fetch
  /** The next calls to a path that begins so are refused with this. */
  refuseNext(path: string, status: number, error: object): void
}

export type ServedStripe = FakeStripe & { url: string; stop(): Promise<void> }

export function createFakeStripe(now: Date, tag = ''): FakeStripe {
  const invoiceUrl = (id: string): string => `https://invoice.stripe.com/i/${id}`
  const settings = { draftSeconds: 3_600, afterRetries: 'cancel', idStem: '', invoiceUrl } as const
  const world = { ...createWorld(Math.floor(now.getTime() / 1_000), settings), tag }
  for (const [plan, month] of Object.entries({ pro: 9_900, business: 24_900, enterprise: 69_900 })) {
    addPrice(world, { id: `price_${plan}_month${tag}`, lookupKey: plan, interval: 'month', amount: month })
    addPrice(world, { id: `price_${plan}_year${tag}`, lookupKey: `${plan}_year`, interval: 'year', amount: month * 10 })
  }
  const calls: FakeStripe['calls'] = []
  const refusals: { path: string; status: number; error: object }[] = []
  return {
    world,
    calls,
    refuseNext: (path, status, error) => void refusals.push({ path, status, error }),
    fetch: async (input, init) => {
      const asked = readCall(input, init)
      calls.push(asked)
      const at = asked.isAllowed ? refusals.findIndex(({ path }) => asked.path.startsWith(path)) : -1
      const [refusal] = at === -1 ? [] : refusals.splice(at, 1)
      const { status, body } = refusal ? { ...refusal, body: { error: refusal.error } } : answer(world, asked)
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

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
