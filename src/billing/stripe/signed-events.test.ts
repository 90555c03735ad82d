import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { packMetadata, packOf } from './pack-metadata.ts'
import { readSignedEvent } from './signed-events.ts'
import { invoiceStateOf, subscriptionStateOf } from './states.ts'

const secret = 'whsec_test'
const now = new Date('2026-03-02T09:30:00Z')
const seconds = now.getTime() / 1_000

const signed = (payload: string, { by = secret, at = seconds } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: by, timestamp: at })
const read = (payload: string, signature: string) => readSignedEvent(secret, Buffer.from(payload), signature, now)
const event = (object: unknown) => JSON.stringify({ id: 'evt_1', object: 'event', type: 'x.y', data: { object } })

it('BILL-6: only what was signed with the secret within five minutes is an event', () => {
  const payload = event({ object: 'invoice', customer: 'cus_1' })
  expect(read(payload, signed(payload))).toMatchObject({ id: 'evt_1', customerId: 'cus_1' })
  expect(read(payload, signed(payload, { at: seconds - 299 }))).not.toBeNull()
  expect(read(payload, signed(payload, { at: seconds - 301 }))).toBeNull()
  expect(read(payload, signed(payload, { by: 'whsec_other' }))).toBeNull()
  expect(read(payload.replace('cus_1', 'cus_2'), signed(payload))).toBeNull()
  for (const signature of ['', 'nonsense', 't=1', `t=${seconds},v1=`]) expect(read(payload, signature)).toBeNull()
})

it.each<[unknown, object]>([
  [{ object: 'customer', id: 'cus_1' }, { customerId: 'cus_1' }],
  [
    { customer: { id: 'cus_1' }, charge: 'ch_1' },
    { customerId: 'cus_1', chargeId: 'ch_1' },
  ],
  [{ metadata: { account_id: 'acc_1' } }, { accountId: 'acc_1', customerId: null }],
  [
    { customer: 5, charge: [], metadata: { account_id: 7 } },
    { customerId: null, chargeId: null, accountId: null },
  ],
  [null, { customerId: null }],
])('an event of another API version is read for what it holds: %j', (object, expected) => {
  const payload = event(object)
  expect(read(payload, signed(payload))).toMatchObject(expected)
})

it('a state that Stripe adds one day gives no access and opens nothing', () => {
  expect(subscriptionStateOf({ status: 'on_a_break' } as unknown as Stripe.Subscription)).toBe('paused')
  expect(invoiceStateOf({ status: 'forgiven' } as unknown as Stripe.Invoice)).toBe('draft')
})

it('BILL-12: a pack is what it said when it was bought, and nothing that was made up is one', () => {
  const pack = { id: 'small', credits: 500, validMonths: 12 } as Parameters<typeof packMetadata>[1]
  const metadata = packMetadata('acc_1', pack)
  expect(packOf(metadata)).toEqual({ accountId: 'acc_1', packId: 'small', credits: 500, validMonths: 12 })
  for (const changes of [
    { pack_credits: '-5' },
    { pack_credits: '1.5' },
    { pack_credits: 'many' },
    { pack_valid_months: '0' },
  ]) {
    expect(packOf({ ...metadata, ...changes })).toBeNull()
  }
  expect(packOf(null)).toBeNull()
})
