/** Requests of people, and bounces over the limit, as operations. */
import { Type } from 'typebox'
import { accountsByIds } from '../accounts/find-accounts.ts'
import { contactIdPattern } from '../base/ids.ts'
import { dateTime, nullableDateTime, nullableString, oneOf } from '../base/schema.ts'
import { listDecided, listReviews, type Review, reviewStates } from '../bounces/reviews.ts'
import { findContactNames } from '../catalog/find-names.ts'
import { erasuresByAccount, listErasures } from '../privacy/erasure-confirmations.ts'
import { listAnswered, listRequests, privacyKinds, refusalLengthMax } from '../privacy/requests.ts'
import { decideBounce } from './bounce-acts.ts'
import { defineOperatorOperation, idLengthMax } from './operation.ts'
import { completePrivacyRequest, refusePrivacyRequest } from './privacy-acts.ts'
import { type RequestView, showPrivacyRequest } from './show-privacy-request.ts'

const iso = (date: Date | null): string | null => date?.toISOString() ?? null
const numberParams = Type.Object({ number: Type.String({ maxLength: 40 }) })
const bounceParams = Type.Object({ bounce_id: Type.String({ maxLength: idLengthMax }) })
const closed = { additionalProperties: false }
const noBody = Type.Object({}, closed)

/** How many of those that are over are listed. */
const overMax = 100
/** The same of those that wait. */
const waitingMax = 500

const request = {
  number: Type.String(),
  kind: oneOf(privacyKinds),
  state: Type.String(),
  created_at: dateTime(),
  confirmed_at: nullableDateTime(),
  due_at: nullableDateTime(),
  ended_at: nullableDateTime(),
}

const renderRequest = (one: RequestView['request']) => ({
  number: one.id,
  kind: one.kind,
  state: one.state,
  created_at: one.createdAt.toISOString(),
  confirmed_at: iso(one.confirmedAt),
  due_at: iso(one.dueAt),
  ended_at: iso(one.endedAt),
})

export const listPrivacyRequestsOperation = defineOperatorOperation({
  id: 'listPrivacyRequests',
  method: 'GET',
  path: '/privacy-requests',
  summary: `Requests about personal data that wait for an answer, the next due first; with \`state=answered\` the last ${overMax} that have one`,
  request: { query: Type.Object({ state: Type.Optional(oneOf(['open', 'answered'])) }, closed) },
  reply: Type.Object({ data: Type.Array(Type.Object(request)) }),
  run: async ({ query: { state } }, { database }) => {
    const found = state === 'answered' ? listAnswered(database, overMax) : listRequests(database, { all: false })
    return { data: (await found).map(renderRequest) }
  },
})

export const getPrivacyRequestOperation = defineOperatorOperation({
  id: 'getPrivacyRequest',
  method: 'GET',
  path: '/privacy-requests/{number}',
  summary: 'One request: what was asked, what was done, and who has deleted their copies',
  request: { params: numberParams },
  reply: Type.Object({
    ...request,
    email: nullableString({ description: 'Null once the request is answered.' }),
    proposal: Type.Record(Type.String(), Type.String()),
    refusal: nullableString(),
    contact_ids: Type.Array(Type.String()),
    people: Type.Array(
      Type.Object({
        ...{ contact_id: Type.String(), full_name: nullableString(), title: nullableString() },
        store: Type.String({ description: 'The domain of their store.' }),
      }),
      { description: 'Who holds the address. Empty once the request is answered.' },
    ),
    shared: Type.Boolean({ description: 'Several people share the mailbox: name those who asked.' }),
    steps: Type.Array(Type.Object({ step: Type.String(), actor: Type.String(), at: dateTime() })),
    recipients: Type.Array(
      Type.Object({ account_id: Type.String(), name: Type.String(), deletion_confirmed_at: nullableDateTime() }),
    ),
  }),
  async run({ params }, { database, channelKeys }) {
    const shown = await showPrivacyRequest(database, channelKeys, params.number)
    return {
      ...renderRequest(shown.request),
      email: shown.ask?.email ?? null,
      proposal: { ...shown.ask?.proposal },
      refusal: shown.request.refusal,
      contact_ids: [...shown.concerned],
      people: shown.people.map(({ contactId, fullName, title, store }) => ({
        ...{ contact_id: contactId, full_name: fullName, title, store: store.domain },
      })),
      shared: shown.isShared,
      steps: shown.steps.map(({ step, actor, at }) => ({ step, actor, at: at.toISOString() })),
      recipients: shown.recipients.map(({ accountId, name, confirmedAt }) => ({
        ...{ account_id: accountId, name, deletion_confirmed_at: iso(confirmedAt) },
      })),
    }
  },
})

const answered = Type.Object({ number: Type.String(), state: Type.String() })

export const completePrivacyRequestOperation = defineOperatorOperation({
  id: 'completePrivacyRequest',
  method: 'POST',
  path: '/privacy-requests/{number}/complete',
  summary: 'Carry a request out: erase the person, or write their correction over what is held',
  request: {
    params: numberParams,
    body: Type.Object(
      {
        contact_ids: Type.Optional(
          Type.Array(Type.String({ pattern: contactIdPattern }), { minItems: 1, maxItems: 100 }),
        ),
      },
      closed,
    ),
  },
  reply: answered,
  run: ({ by, params, body }, needs) => completePrivacyRequest(needs, by, params.number, body),
})

export const refusePrivacyRequestOperation = defineOperatorOperation({
  id: 'refusePrivacyRequest',
  method: 'POST',
  path: '/privacy-requests/{number}/refuse',
  summary: 'Refuse a request, with a reason that the person reads',
  request: {
    params: numberParams,
    body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: refusalLengthMax, pattern: '\\S' }) }, closed),
  },
  reply: answered,
  run: ({ by, params, body }, needs) => refusePrivacyRequest(needs, by, params.number, body),
})

export const listErasuresOperation = defineOperatorOperation({
  id: 'listErasures',
  method: 'GET',
  path: '/erasures',
  summary: 'Accounts that have not confirmed that they deleted erased contacts, the longest waiting first',
  request: {},
  reply: Type.Object({
    data: Type.Array(
      Type.Object({
        account_id: Type.String(),
        name: Type.String(),
        waiting: Type.Integer(),
        told_first_at: dateTime(),
        reminded_last_at: nullableDateTime(),
      }),
    ),
  }),
  run: async (_call, { database }) => ({
    data: erasuresByAccount(await listErasures(database, { all: false })).map((one) => ({
      ...{ account_id: one.accountId, name: one.name, waiting: one.waiting },
      ...{ told_first_at: one.reportedFirst.toISOString(), reminded_last_at: iso(one.remindedLast) },
    })),
  }),
})

export const listBouncesOperation = defineOperatorOperation({
  id: 'listBounces',
  method: 'GET',
  path: '/bounces',
  summary: `Bounces that wait for a decision, the oldest first, at most ${waitingMax}; with \`state=decided\` the last ${overMax} that have one`,
  request: { query: Type.Object({ state: Type.Optional(oneOf(['waiting', 'decided'])) }, closed) },
  reply: Type.Object({
    data: Type.Array(
      Type.Object({
        bounce_id: Type.String(),
        account_id: Type.String(),
        account_name: Type.String(),
        contact_id: Type.String(),
        store_domain: nullableString({ description: 'Where the contact works; null once nobody may see them.' }),
        code: nullableString({ description: 'What the mail server said, as the account reported it.' }),
        state: oneOf(reviewStates),
        bounced_at: nullableDateTime(),
        reported_at: dateTime(),
        decided_at: nullableDateTime(),
      }),
    ),
  }),
  run: async ({ query: { state } }, { database, clock }) => {
    const asked =
      state === 'decided' ? listDecided(database, overMax) : listReviews(database, { all: false, limit: waitingMax })
    const found = await asked
    const ids = found.map(({ accountId }) => accountId)
    const accounts = await accountsByIds(database, ids, { status: null, now: clock.now() })
    const names = new Map(accounts.map(({ id, name }) => [id, name]))
    const contacts = await findContactNames(
      database,
      found.map(({ contactId }) => contactId),
    )
    const domains = new Map(contacts.map(({ id, store }) => [id, store.domain]))
    return {
      data: found.map((one) => ({
        ...renderBounce(one, names.get(one.accountId) ?? ''),
        store_domain: domains.get(one.contactId) ?? null,
      })),
    }
  },
})

const renderBounce = (one: Review, accountName: string) => ({
  ...{ bounce_id: one.id, account_id: one.accountId, account_name: accountName, contact_id: one.contactId },
  ...{ code: one.code, state: one.state, bounced_at: iso(one.bouncedAt) },
  ...{ reported_at: one.reportedAt.toISOString(), decided_at: iso(one.decidedAt) },
})

const decided = Type.Object({
  bounce_id: Type.String(),
  account_id: Type.String(),
  decision: Type.String(),
  returned: Type.Integer(),
})

export const acceptBounceOperation = defineOperatorOperation({
  id: 'acceptBounce',
  method: 'POST',
  path: '/bounces/{bounce_id}/accept',
  summary: 'Return the credit of a reported bounce',
  request: { params: bounceParams, body: noBody },
  reply: decided,
  run: ({ by, params }, needs) => decideBounce(needs, by, params.bounce_id, 'accepted'),
})

export const refuseBounceOperation = defineOperatorOperation({
  id: 'refuseBounce',
  method: 'POST',
  path: '/bounces/{bounce_id}/refuse',
  summary: 'Return nothing for a reported bounce',
  request: { params: bounceParams, body: noBody },
  reply: decided,
  run: ({ by, params }, needs) => decideBounce(needs, by, params.bounce_id, 'refused'),
})
