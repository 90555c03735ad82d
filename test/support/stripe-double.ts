import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The few calls that Prospector makes to Stripe, answered as Stripe answers them. */
export type StripeDouble = {
  url: string
  /** Every call so far: method, path, and its form fields. */
  calls: { method: string; path: string; fields: Record<string, string>; key: string }[]
  stop(): Promise<void>
}

export const stripeTestKey = 'sk_test_double'

/** On a free port, or on the one that it had before. */
export async function startStripeDouble(now: () => Date, port = '0'): Promise<StripeDouble> {
  const calls: StripeDouble['calls'] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://stripe')
    const fields = Object.fromEntries(
      request.method === 'GET' ? url.searchParams : new URLSearchParams(await read(request)),
    )
    const key = (request.headers.authorization ?? '').replace('Bearer ', '')
    const madeBefore = calls.filter(({ method, path }) => method === request.method && path === url.pathname).length
    calls.push({ method: request.method!, path: url.pathname, fields, key })
    if (key !== stripeTestKey) return answer(response, 401, { error: { type: 'invalid_request_error', message: 'No' } })
    const reply = respond(`${request.method} ${url.pathname}`, fields, Math.floor(now().getTime() / 1_000), madeBefore)
    return reply ? answer(response, 200, reply) : answer(response, 404, { error: { message: 'Unknown', type: 'x' } })
  })
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** `madeBefore`: how many calls of this kind came before. */
function respond(route: string, fields: Record<string, string>, now: number, madeBefore: number): object | null {
  switch (route) {
    case 'GET /v1/prices': {
      const wanted = Object.entries(fields).flatMap(([name, value]) => (name.startsWith('lookup_keys') ? [value] : []))
      if (wanted.length > 10) return null
      const known = wanted.filter((planId) => planId !== 'enterprise')
      return { object: 'list', data: known.map((planId) => ({ id: `price_${planId}`, lookup_key: planId })) }
    }
    case 'POST /v1/checkout/sessions': {
      const id = `cs_test_${madeBefore + 1}`
      return { id, object: 'checkout.session', url: `https://checkout.stripe.com/c/pay/${id}` }
    }
    case 'POST /v1/billing_portal/sessions':
      return { id: 'bps_1', object: 'billing_portal.session', url: 'https://billing.stripe.com/p/session/bps_1' }
    case 'POST /v1/subscriptions/sub_1':
      return {
        ...stripeSubscription({
          accountId: '',
          startsAt: now - 86_400,
          trialEnd: now,
        }),
        latest_invoice: { ...stripeInvoice(now, ''), status: 'paid' },
      }
    case 'GET /v1/subscriptions/sub_2':
      return { ...stripeSubscription({ accountId: '', startsAt: now, trialEnd: null, id: 'sub_2' }), status: 'active' }
    case 'GET /v1/invoice_payments':
      return { object: 'list', data: [{ id: 'inpay_1', payment: { type: 'payment_intent', payment_intent: 'pi_2' } }] }
    case 'POST /v1/refunds':
      return { id: 're_1', object: 'refund', status: 'succeeded' }
    case 'DELETE /v1/subscriptions/sub_2':
      return { id: 'sub_2', object: 'subscription', status: 'canceled' }
    default:
      return /^POST \/v1\/checkout\/sessions\/cs_test_\d+\/expire$/.test(route) ? { status: 'expired' } : null
  }
}

/** A subscription as Stripe shows it; times in seconds. */
export function stripeSubscription(given: {
  accountId: string
  startsAt: number
  trialEnd: number | null
  id?: string
}) {
  return {
    id: given.id ?? 'sub_1',
    object: 'subscription',
    customer: 'cus_1',
    status: 'trialing',
    metadata: given.accountId ? { account_id: given.accountId, plan_id: 'pro' } : {},
    start_date: given.startsAt,
    trial_start: given.trialEnd === null ? null : given.startsAt,
    trial_end: given.trialEnd,
    cancel_at: null as number | null,
    cancel_at_period_end: false,
    ended_at: null as number | null,
    default_payment_method: 'pm_1',
    default_source: null,
    latest_invoice: 'in_2' as unknown,
    items: {
      object: 'list',
      data: [{ id: 'si_1', price: { id: 'price_pro', lookup_key: 'pro' }, current_period_end: given.trialEnd }],
    },
  }
}

export function stripeInvoice(periodStart: number, accountId: string) {
  return {
    id: 'in_1',
    object: 'invoice',
    customer: 'cus_1',
    status_transitions: { paid_at: periodStart },
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: 'sub_1', metadata: accountId ? { account_id: accountId } : null },
    },
    lines: {
      object: 'list',
      data: [
        {
          id: 'il_1',
          period: { start: periodStart, end: periodStart + 2_592_000 },
          pricing: { type: 'price_details', price_details: { price: 'price_pro', product: 'prod_1' } },
        },
      ],
    },
  }
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_stripe' })
  response.end(JSON.stringify(body))
}
