import * as fc from 'fast-check'
import type { SandboxEvent } from './events.ts'
import type { SandboxSubscription } from './sandbox-subscription.ts'
import {
  advance,
  type Change,
  chargeNow,
  end,
  endTrial,
  type NewId,
  payOpenInvoice,
  replaceCard,
  setCancellation,
  subscribe,
} from './subscription.ts'

/** What a customer, a bank and a provider may do, in any order, some hours apart. For tests. */
export type Deed = { hours: number; kind: keyof typeof deeds }

type Action = (subscription: SandboxSubscription, now: Date, newId: NewId) => Change

const checkoutPlanId = 'pro'

const deeds = {
  wait: (subscription: SandboxSubscription) => ({ subscription, events: [] }),
  endTrial,
  pay: payOpenInvoice,
  chargeNow,
  giveUp: end,
  cancel: (subscription, now, newId) => setCancellation(subscription, true, now, newId),
  resume: (subscription, now, newId) => setCancellation(subscription, false, now, newId),
  badCard: (subscription, now, newId) => replaceCard(subscription, { cardLast4: '0341', cardPays: false }, now, newId),
  goodCard: (subscription, now, newId) => replaceCard(subscription, { cardLast4: '4242', cardPays: true }, now, newId),
  switchPlan: ({ cardLast4, cardPays, ...rest }, now, newId) => {
    const planId = rest.planId === checkoutPlanId ? 'business' : checkoutPlanId
    return replaceCard({ ...rest, planId, cardLast4, cardPays }, { cardLast4, cardPays }, now, newId)
  },
} satisfies Record<string, Action>

export const deed: fc.Arbitrary<Deed> = fc.record({
  hours: fc.oneof(fc.integer({ min: 1, max: 48 }), fc.integer({ min: 1, max: 24 * 40 })),
  kind: fc.constantFrom(...(Object.keys(deeds) as Deed['kind'][])),
})

export type Life = { events: (SandboxEvent & { at: Date })[]; endsAt: Date }

/**
 * Plays the deeds against the sandbox. Whoever has no live subscription takes a new one with the next deed; with
 * `trialsAgain`, from a provider that begins each of them with a trial.
 */
export function play(life: readonly Deed[], accountId: string, startsAt: Date, trialsAgain = false): Life {
  let ids = 0
  const newId: NewId = (prefix) => {
    ids += 1
    return `${prefix}_${accountId}_${String(ids).padStart(5, '0')}`
  }
  const events: Life['events'] = []
  const prices = new Map<string, string>()
  let subscription: SandboxSubscription | null = null
  let now = startsAt
  const book = (booked: Change): void => {
    subscription = booked.subscription
    for (const { id, payload } of booked.events) {
      const event = JSON.parse(payload)
      keepWhatIsSold(event.data.object, prices)
      events.push({ id, payload: JSON.stringify(event), at: new Date(event.created * 1_000) })
    }
  }
  for (const { hours, kind } of life) {
    now = new Date(now.getTime() + hours * 3_600_000)
    if (subscription !== null) book(advance(subscription, now, newId))
    if (subscription === null || (subscription as SandboxSubscription).endedAt !== null) {
      const draft = { subscriptionId: newId('sub'), accountId, customerId: `cus_${accountId}`, planId: checkoutPlanId }
      const trialDays = subscription === null || trialsAgain ? 14 : null
      book(subscribe({ ...draft, cardLast4: '4242', cardPays: true }, trialDays, now, newId))
    } else book(deeds[kind](subscription, now, newId))
  }
  return { events, endsAt: now }
}

type Told =
  | { object: 'subscription'; metadata: { plan_id: string } }
  | {
      object: 'invoice'
      lines: { data: [{ period: { start: number }; pricing: { price_details: { price: string } } }] }
    }

/**
 * The sandbox knows no switch of plans; at a provider that does, the checkout's metadata stay as they were, and a month
 * has one price, however often it is charged.
 */
function keepWhatIsSold(told: Told, prices: Map<string, string>): void {
  if (told.object === 'subscription') {
    told.metadata.plan_id = checkoutPlanId
    return
  }
  const [{ period, pricing }] = told.lines.data
  const month = String(period.start)
  pricing.price_details.price = prices.get(month) ?? pricing.price_details.price
  prices.set(month, pricing.price_details.price)
}
