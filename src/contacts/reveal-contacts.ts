import { Type } from 'typebox'
import { moreCreditsAction, trialCreditAction } from '../accounts/api-access.ts'
import type { Plans } from '../accounts/plan.ts'
import { planOf } from '../accounts/plan-state.ts'
import { idempotencyKeyLengthMax } from '../base/bounds.ts'
import { contactIdPattern } from '../base/ids.ts'
import { type Problem, type ProblemCode, problems } from '../base/problems.ts'
import { count, noControlCharacters, nullableString, requestId } from '../base/schema.ts'
import { admittedBefore, type EnteringCaller } from '../call/entry.ts'
import { defineOperation } from '../call/operation.ts'
import { type Principal, requirePeriod } from '../call/principal.ts'
import { channelsFor, hasChannel } from '../catalog/channels.ts'
import type { Spending } from '../credits/spend.ts'
import type { SpendItem, SpendingJob, SpendOutcome } from '../credits/spend-request.ts'
import {
  limitReached,
  readSpendingLimits,
  spendableNow,
  spendableOf,
  spendProblems,
} from '../credits/spending-limits.ts'
import type { Database } from '../db/database.ts'
import type { ContactLookup } from './look-up-contacts.ts'
import { revealExample } from './reveal-example.ts'
import {
  comparedOptions,
  type RevealOptions,
  readOptionHeaders,
  revealArguments,
  revealOptionHeaders,
} from './reveal-options.ts'
import { type OpenedContact, type RevealedContact, renderRevealedContact, revealedContact } from './revealed-contact.ts'

export const contactsPerRevealMax = 10

export const contactIds = Type.Array(
  Type.String({ pattern: contactIdPattern, 'x-problem': 'invalid_contact_id' satisfies ProblemCode }),
  { minItems: 1, maxItems: contactsPerRevealMax, description: 'Ids from contact search. A repeated id counts once.' },
)

export const idempotencyKey = Type.String({
  minLength: 1,
  maxLength: idempotencyKeyLengthMax,
  pattern: noControlCharacters,
  description: 'Use the same key when you retry the exact same request: the first outcome is answered again.',
  'x-problem': 'invalid_idempotency_key' satisfies ProblemCode,
})

export type RevealNeeds = {
  database: Database
  contactLookup: ContactLookup
  spending: Spending
  plans: Plans
  publicUrl: string
}

export const revealContacts = defineOperation({
  id: 'revealContacts',
  method: 'POST',
  path: '/contacts/reveal',
  summary: 'Reveal contacts',
  description:
    `Reveals full identity and channels of up to ${contactsPerRevealMax} contacts. The first reveal of a contact by an account spends one ` +
    'contact credit; revealing it again is free. All or nothing: if the new contacts cost more than is left, nothing ' +
    'is spent. Contacts that can’t be revealed cost nothing and are listed in `unavailable_contact_ids`, those that the account ' +
    'excludes in `excluded_contact_ids`.',
  scope: 'contacts:reveal',
  spends: { quotedBy: 'quoteReveal' },
  meter: 'request',
  neverCompressed: true,
  request: {
    body: Type.Object({ contact_ids: contactIds }, { additionalProperties: false }),
    headers: Type.Object({ 'idempotency-key': Type.Optional(idempotencyKey), ...revealOptionHeaders }),
    headerArguments: revealArguments,
  },
  reply: Type.Object({
    object: Type.Literal('contact_reveal_result'),
    credits: Type.Object(
      {
        spent: count({ description: 'Credits spent by this request.' }),
        remaining: count({ description: 'Credits left after this request.' }),
        spendable_now: spendableNow,
      },
      { description: 'What this request cost, and what is left.' },
    ),
    data: Type.Array(revealedContact, { description: 'The contacts, in the order of the request.' }),
    unavailable_contact_ids: Type.Array(Type.String(), {
      description: 'Requested contacts that can’t be revealed. They cost nothing.',
    }),
    excluded_contact_ids: Type.Array(Type.String(), {
      description: 'Requested contacts that this account excludes and has not revealed. They cost nothing.',
    }),
    reference: nullableString({ description: 'Your reference, as it was sent.' }),
    request_id: requestId,
  }),
  replyHeaders: ['Idempotent-Replayed', 'Original-Request-Id'],
  problems: [
    'invalid_contact_id',
    'invalid_idempotency_key',
    ...spendProblems,
    'no_revealable_contacts',
    'idempotency_conflict',
  ],
  example: revealExample,

  run: ({ principal, ...request }, needs: RevealNeeds) => reveal(admittedBefore(principal), request, needs),
  runEarly: ({ caller, ...request }, needs: RevealNeeds) => reveal(caller, request, needs),
})

type RevealRequest = {
  body: { contact_ids: string[] }
  headers: { 'idempotency-key'?: string } & Parameters<typeof readOptionHeaders>[0]
  requestId: string
  setHeader(name: string, value: string): void
}

/** The contacts are read while the caller is admitted; if it is refused, they are dropped. */
async function reveal(
  caller: EnteringCaller,
  { body, headers, requestId, setHeader }: RevealRequest,
  needs: RevealNeeds,
) {
  const ids = [...new Set(body.contact_ids)]
  const [principal, contacts] = await Promise.all([caller.admit(), needs.contactLookup.lookUp(ids)])
  const idempotencyKey = headers['idempotency-key'] ?? null
  const options = readOptionHeaders(headers)
  const outcome = await spendOn(ids, contacts, { principal, requestId, idempotencyKey, options }, needs.spending)
  if (outcome.kind !== 'spent') throw refusal(outcome, principal, needs)
  if (outcome.replayed) nameReplay(outcome.originalRequestId, setHeader)

  const accountId = principal.account.id
  const { items, spent, remaining } = outcome
  const data: RevealedContact[] = []
  const unavailable: string[] = []
  const excluded: string[] = []
  for (const { contactId, revealedAt, charged, excluded: isExcluded } of items) {
    if (revealedAt !== null) {
      const contact = contacts.get(contactId)!
      data.push(renderRevealedContact(contact, { accountId, revealedAt, isNew: charged, charged }))
    }
    if (isExcluded) excluded.push(contactId)
    else if (revealedAt === null) unavailable.push(contactId)
  }
  if (data.length === 0 && excluded.length === 0 && !outcome.replayed) throw problems.noRevealableContacts()
  return {
    object: 'contact_reveal_result' as const,
    credits: { spent, remaining, spendable_now: await spendableAfter(remaining, principal, needs) },
    data,
    unavailable_contact_ids: unavailable,
    excluded_contact_ids: excluded,
    reference: options.reference,
  }
}

/** The ledger knows the request that spent, so a replay names it, too. */
function nameReplay(originalRequestId: string | null, setHeader: (name: string, value: string) => void): void {
  setHeader('Idempotent-Replayed', 'true')
  if (originalRequestId !== null) setHeader('Original-Request-Id', originalRequestId)
}

type Spender = {
  principal: Principal
  requestId: string
  idempotencyKey: string | null
  options: RevealOptions
  job?: SpendingJob
}

/** The one way to spend: in a caller's name, and within all of its limits. */
export const spendOn = (
  ids: readonly string[],
  contacts: ReadonlyMap<string, OpenedContact>,
  { principal, requestId, idempotencyKey, options, job }: Spender,
  spending: Spending,
): Promise<SpendOutcome> =>
  spending.spend({
    accountId: principal.account.id,
    period: requirePeriod(principal),
    door: principal.door,
    actor: principal.actor,
    countsFor: principal.countsFor,
    requestId,
    idempotencyKey,
    options: comparedOptions(options),
    reference: options.reference,
    allowExcluded: options.allowExcluded,
    ...(job && { job }),
    items: ids.map((id) => toSpendItem(id, contacts.get(id), options, principal.account.id)),
  })

/** Most callers have no limit of their own and need no further query. */
async function spendableAfter(remaining: number, principal: Principal, { database }: RevealNeeds): Promise<number> {
  const { account, countsFor } = principal
  if (countsFor.every(({ limit }) => limit === null)) return remaining
  return spendableOf(remaining, await readSpendingLimits(database, account.id, countsFor, requirePeriod(principal)))
}

/**
 * Unknown, unopenable and suppressed contacts look the same from here on, and so do those without an acceptable email. A
 * retired one is still readable by those who own it.
 */
export function toSpendItem(
  contactId: string,
  contact: OpenedContact | undefined,
  { accept }: Pick<RevealOptions, 'accept'>,
  accountId: string,
): SpendItem {
  const channels = contact && channelsFor(accountId, contact.channels)
  const isAcceptable = accept === null || channels?.emails.some(({ status }) => accept.includes(status))
  if (!contact || !channels) return { contactId, purchasable: false, readable: false }
  const readableAgain = !contact.suppressed
  // A replay returns what the first request returned, even if the email has changed since.
  if (!isAcceptable) return { contactId, purchasable: false, readable: false, readableAgain }
  // A contact whose only channels the account itself reported as bounced is not sold to it.
  const isLeft = channels === contact.channels || hasChannel(channels)
  return { contactId, purchasable: contact.revealable && isLeft, readable: readableAgain }
}

export function refusal(
  outcome: Exclude<SpendOutcome, { kind: 'spent' }>,
  { account }: Principal,
  { plans, publicUrl }: Pick<RevealNeeds, 'plans' | 'publicUrl'>,
): Problem {
  if (outcome.kind === 'idempotency_conflict') return problems.idempotencyConflict()
  if (outcome.kind === 'actor_limit_reached') return limitReached(outcome.actor, outcome.limit)
  const billing =
    account.status === 'trialing'
      ? trialCreditAction(account, planOf(plans, account), outcome.periodCredits, publicUrl)
      : moreCreditsAction(account, publicUrl)
  return problems.insufficientContactCredits(outcome.required, outcome.remaining, billing)
}
