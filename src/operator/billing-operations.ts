/** Compares one account or all with the payment provider, and lists the differences. */
import { Type } from 'typebox'
import { findAccount } from '../accounts/accounts.ts'
import { accountsByIds, pageOfAccounts } from '../accounts/find-accounts.ts'
import { problems } from '../base/problems.ts'
import { Refusal } from '../base/refusal.ts'
import { dateTime, nullableDateTime, nullableString } from '../base/schema.ts'
import { countCustomers, lookLateMinutes } from '../billing/count-customers.ts'
import { renderInvoice } from '../billing/list-invoices.ts'
import { comparePart, reconcile } from '../billing/sync/reconcile.ts'
import { record } from './caller.ts'
import { accountParams, defineOperatorOperation, type OperatorNeeds, reason } from './operation.ts'

const failedMax = 200

export const getBillingStateOperation = defineOperatorOperation({
  id: 'getBillingState',
  method: 'GET',
  path: '/billing',
  summary: `Accounts whose payment failed, at most ${failedMax}, and whether customers are compared with the payment provider`,
  request: {},
  reply: Type.Object({
    provider: Type.String(),
    customers: Type.Integer(),
    waiting: Type.Integer({ description: `Customers whose comparison has been due for ${lookLateMinutes} minutes.` }),
    failed_payments: Type.Array(
      Type.Object({
        ...{ account_id: Type.String(), name: Type.String(), plan: Type.String(), suspended: Type.Boolean() },
        access_ends_at: nullableDateTime(),
      }),
    ),
  }),
  async run(_call, { database, clock, billing }) {
    const page = { after: null, limit: failedMax, status: 'past_due' as const, now: clock.now() }
    const failed = await pageOfAccounts(database, page)
    return {
      provider: billing.provider,
      ...(await countCustomers(database, clock)),
      failed_payments: failed.map(({ id, name, planId, suspendedAt, accessEndsAt }) => ({
        ...{ account_id: id, name, plan: planId, suspended: suspendedAt !== null },
        access_ends_at: accessEndsAt?.toISOString() ?? null,
      })),
    }
  },
})

const differences = Type.Array(Type.String(), { description: 'Empty: nothing differs.' })
/** The operator's word against a subscription that lives: no difference, because settling does not change it. */
const overruledSentence = 'That the operator set another plan or status than the customer pays for.'

/** One request compares no more, and begins none after this long: a page that somebody waits for, whatever the provider's pace. */
export const comparedPart = { most: 200, seconds: 20 }

export const compareBillingOperation = defineOperatorOperation({
  id: 'compareBilling',
  method: 'GET',
  path: '/billing/differences',
  summary: `Accounts that differ from the payment provider now: compares the next ${comparedPart.most} customers, as many as it can in ${comparedPart.seconds} seconds, and changes nothing`,
  request: {
    query: Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 500 })) }, { additionalProperties: false }),
  },
  reply: Type.Object({
    provider: Type.String(),
    compared: Type.Integer(),
    left: Type.Integer({ description: 'Customers that `next_cursor` goes on with.' }),
    data: Type.Array(
      Type.Object({ account_id: Type.String(), name: Type.String(), customer_id: Type.String(), differences }),
    ),
    overruled: Type.Array(Type.Object({ account_id: Type.String(), name: Type.String(), fact: Type.String() }), {
      description: `${overruledSentence} It stays when differences are settled.`,
    }),
    failed: Type.Array(Type.Object({ customer_id: Type.String(), reason: Type.String() }), {
      description: 'Customers for whom the provider could not answer.',
    }),
    next_cursor: nullableString(),
  }),
  async run({ query: { cursor } }, { background, billing, clock, cursors }) {
    const { provider } = billing
    const bound = 'billing differences'
    const after = cursor === undefined ? null : cursors.open(cursor, 'operator', bound)
    const none = { compared: 0, left: 0, data: [], overruled: [], failed: [] }
    if (billing.stripe === null) return { provider, ...none, next_cursor: null }
    const { customers, left, last, failed, ...found } = await comparePart(background, billing, {
      after,
      ...comparedPart,
    })
    const ids = [...found.differences, ...found.overruled].map(({ account_id }) => account_id)
    const accounts = await accountsByIds(background, ids, { status: null, now: clock.now() })
    const names = new Map(accounts.map(({ id, name }) => [id, name]))
    const nameOf = (id: string) => names.get(id) ?? id
    return {
      ...{ provider, compared: customers - failed.length, left, failed },
      data: found.differences.map(({ account_id, customer_id, changes: differences }) => {
        return { account_id, name: nameOf(account_id), customer_id, differences }
      }),
      overruled: found.overruled.map(({ account_id, fact }) => ({ account_id, name: nameOf(account_id), fact })),
      next_cursor: last && cursors.seal(last, 'operator', bound),
    }
  },
})

async function compare({ database, billing }: OperatorNeeds, accountId: string, dryRun: boolean) {
  if (billing.stripe === null) throw new Refusal('BILLING is off: there is no payment provider to compare with.')
  const { differences: found, overruled, failed } = await reconcile(database, billing, { accountId, dryRun })
  if (failed[0]) throw new Refusal(`The payment provider could not answer: ${failed[0].reason}`)
  const isThis = (one: { account_id: string }) => one.account_id === accountId
  return {
    differences: found.filter(isThis).flatMap(({ changes }) => changes),
    overruled: overruled.find(isThis)?.fact ?? null,
  }
}

export const getBillingOperation = defineOperatorOperation({
  id: 'getBilling',
  method: 'GET',
  path: '/accounts/{account_id}/billing',
  summary: 'The invoices of an account, and what differs between the payment provider and what is known here',
  request: { params: accountParams },
  reply: Type.Object({
    account_id: Type.String(),
    name: Type.String(),
    customer_id: nullableString(),
    provider: Type.String(),
    differences,
    overruled: nullableString({ description: overruledSentence }),
    invoices: Type.Array(
      Type.Object({
        id: Type.String(),
        number: nullableString(),
        description: Type.String(),
        status: Type.String(),
        total_label: Type.String(),
        created_at: dateTime(),
        url: nullableString(),
      }),
    ),
  }),
  async run({ params: { account_id: id } }, needs) {
    const account = await findAccount(needs.database, id)
    if (!account) throw problems.resourceNotFound('account_id')
    const { stripe, provider } = needs.billing
    const { name, customerId } = account
    const isKnown = stripe !== null && customerId !== null
    return {
      ...{ account_id: id, name, customer_id: customerId, provider },
      ...(isKnown ? await compare(needs, id, true) : { differences: [], overruled: null }),
      invoices: isKnown ? (await stripe.listInvoices(customerId)).map(renderInvoice) : [],
    }
  },
})

export const settleBillingOperation = defineOperatorOperation({
  id: 'settleBilling',
  method: 'POST',
  path: '/accounts/{account_id}/settle',
  summary: 'Settle what differs between the payment provider and what is known of an account',
  request: { params: accountParams, body: Type.Object({ reason }, { additionalProperties: false }) },
  reply: Type.Object({ account_id: Type.String(), differences }),
  async run({ by, params: { account_id: id }, body }, needs) {
    if (!(await findAccount(needs.database, id))) throw problems.resourceNotFound('account_id')
    // Done again it changes nothing more: what was settled no longer differs.
    const { differences: settled } = await compare(needs, id, false)
    const details = { settled: settled.join('; ').slice(0, 500), reason: body.reason }
    await record(needs.database, by, id, 'billing.settled', { details })
    return { account_id: id, differences: settled }
  },
})
