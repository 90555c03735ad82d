import { Type } from 'typebox'
import { automaticReturns, bounceRules } from '../base/bounce-rules.ts'
import type { Clock } from '../base/clock.ts'
import { contactIdPattern } from '../base/ids.ts'
import { type ProblemCode, problems } from '../base/problems.ts'
import { count, dateTime, nullableString, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import { explain } from '../base/words.ts'
import { cardsOf } from '../billing/cards.ts'
import { defineOperation } from '../call/operation.ts'
import { type Principal, requirePeriod } from '../call/principal.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { isLifted, readReported, reportEmails, reportTestEmails } from '../catalog/email-reports.ts'
import type { ContactOpener } from '../contacts/revealed-contact.ts'
import { type LedgerVerdict, returnBounced } from '../credits/bounces.ts'
import { lockBalance } from '../credits/ledger.ts'
import type { Database, Db } from '../db/database.ts'
import { findPaid, type PaidAddress, type ReportedBounce } from './paid-addresses.ts'
import { keepReviews, readRefused } from './reviews.ts'

export const bouncesPerRequestMax = 1_000
export const bounceCodeLengthMax = 2_000

const bounce = Type.Object(
  {
    // More than an address may have: one that is none gets its verdict, and does not refuse all others.
    email: Type.Optional(Type.String({ minLength: 1, maxLength: 400, description: 'The address that bounced.' })),
    contact_id: Type.Optional(
      Type.String({
        pattern: contactIdPattern,
        'x-problem': 'invalid_contact_id' satisfies ProblemCode,
        description: 'Instead of the address: the contact, whose primary email is meant.',
      }),
    ),
    code: Type.Optional(
      Type.String({
        maxLength: bounceCodeLengthMax,
        description:
          'What the mail server said: `5.1.1`, `550`, or the whole line. Without it the bounce counts as final.',
      }),
    ),
    bounced_at: Type.Optional(dateTime({ description: 'When it bounced.' })),
  },
  { additionalProperties: false },
)

/** The verdicts on a reported bounce, as the API names them. */
const verdicts = {
  returned: 'one credit is back',
  already_returned: 'this contact has returned its credit before',
  not_revealed: 'the account has not paid for this address',
  too_old: `it was revealed more than ${bounceRules.reportWithinDays} days ago`,
  soft: 'a temporary failure; try again',
  other_email_delivered: 'the reveal handed over another email, which was not reported',
  limit: `more bounced than come back by themselves (${automaticReturns}); the credit comes back only if the operator accepts the bounce`,
}
export type Verdict = keyof typeof verdicts

/** These say that the address does not work. */
const marks: ReadonlySet<Verdict> = new Set(['returned', 'already_returned', 'too_old', 'other_email_delivered'])

const verdict = oneOf(Object.keys(verdicts) as Verdict[], { description: explain(verdicts) })

export const reportBounces = defineOperation({
  id: 'reportBounces',
  method: 'POST',
  path: '/bounces',
  summary: 'Report bounced emails',
  description:
    'An address that you paid for bounced: report it, and its credit comes back. One verdict for each bounce, in order. A contact returns at ' +
    'most one credit, ever, and stays revealed; reporting again changes nothing. Returned credits are valid until the ' +
    `period ends, and for at least ${bounceRules.creditDays} days. A reported address is no longer returned to you.`,
  scope: 'contacts:reveal',
  changes: true,
  meter: 'own',
  takesLargeBody: true,
  neverCompressed: true,
  request: {
    body: Type.Object(
      {
        bounces: Type.Array(bounce, {
          minItems: 1,
          maxItems: bouncesPerRequestMax,
          description: 'What bounced: each with `email` or `contact_id`.',
        }),
      },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({
    object: Type.Literal('bounce_result'),
    data: Type.Array(
      Type.Object({
        email: nullableString({
          description:
            'The address; null if only a contact was given that the account has not paid for, or whose address the catalogue no longer holds.',
        }),
        contact_id: nullableString({
          description: 'The contact; null if only an address was given that the account has not paid for.',
        }),
        verdict,
      }),
      { description: 'One for each bounce, in the order of the request.' },
    ),
    credits: Type.Object(
      {
        returned: count({ description: 'Credits that this request brought back.' }),
        remaining: count({ description: 'Credits left after this request.' }),
      },
      { description: 'What came back, and what is left.' },
    ),
    request_id: requestId,
  }),
  problems: ['invalid_contact_id'],
  example: {
    summary: 'One credit comes back, one address was never paid for',
    request: {
      bounces: [
        { email: 'maya@northwind-candles.example', code: '550 5.1.1 user unknown' },
        { email: 'jo@elsewhere.example' },
      ],
    },
    reply: {
      object: 'bounce_result',
      data: [
        { email: 'maya@northwind-candles.example', contact_id: 'ct_live_QwErTyUiOpAsDfGh', verdict: 'returned' },
        { email: 'jo@elsewhere.example', contact_id: null, verdict: 'not_revealed' },
      ],
      credits: { returned: 1, remaining: 740 },
      request_id: requestIdExample,
    },
  },

  async run({ principal, body: { bounces }, requestId: id }, needs: ReportNeeds) {
    for (const [at, { email, contact_id }] of bounces.entries()) {
      if ((email === undefined) === (contact_id === undefined)) {
        throw problems.invalidRequest(`bounces[${at}]`, 'A bounce needs `email` or `contact_id`, and only one of them.')
      }
    }
    const addresses = await findPaid(bounces, principal, needs)
    const judged = await judgeBounces(bounces, addresses, { principal, requestId: id }, needs)
    return {
      object: 'bounce_result' as const,
      data: judged.verdicts.map((one, at) => ({
        email: bounces[at]!.email ?? addresses[at]?.email ?? null,
        contact_id: bounces[at]!.contact_id ?? addresses[at]?.contactId ?? null,
        verdict: one,
      })),
      credits: { returned: judged.returned, remaining: judged.remaining },
    }
  },
})

type ReportNeeds = { database: Database; clock: Clock; channelKeys: ChannelKeys; openContact: ContactOpener }

type BounceResult = { verdicts: Verdict[]; returned: number; remaining: number }

/** One transaction under the account's lock: verdicts, refunds and reports are there together or not at all. */
function judgeBounces(
  bounces: readonly ReportedBounce[],
  addresses: readonly (PaidAddress | null)[],
  { principal, requestId }: { principal: Principal; requestId: string },
  { database, clock, channelKeys }: ReportNeeds,
): Promise<BounceResult> {
  const { account, door, actor, mode } = principal
  return database.transaction(async (tx) => {
    await lockBalance(tx, account.id)
    const hard = addresses.flatMap((address, at) => (address && !isSoft(bounces[at]!.code) ? [{ address, at }] : []))
    const refused = await readRefused(
      tx,
      account.id,
      hard.map(({ address }) => address.contactId),
    )
    const claims = hard.filter(({ address }) => !refused.has(address.contactId))
    const withheld = await withOthersDelivered(tx, account.id, hard)
    const ledger = await returnBounced(
      tx,
      clock,
      account.id,
      claims.map(({ address, at }) => ({ contactId: address.contactId, isWithheld: withheld.has(at) })),
      { door, actor, period: requirePeriod(principal), requestId, reason: 'A bounced address' },
    )
    const byPlace = new Map(claims.map(({ at }, nth) => [at, toVerdict(ledger.verdicts[nth]!)]))
    const all = addresses.map((address, at): Verdict => {
      if (!address) return 'not_revealed'
      if (isSoft(bounces[at]!.code)) return 'soft'
      return byPlace.get(at) ?? 'limit'
    })
    const withVerdict = (verdict: Verdict) => hard.filter(({ at }) => all[at] === verdict)
    const waiting = withVerdict('limit').map(({ address, at }) => ({ address, bounce: bounces[at]! }))
    const returned = withVerdict('returned').map(({ address }) => address.contactId)
    await keepReviews(tx, clock, account.id, { waiting, returned })
    const bounced = hard.filter(({ at }) => marks.has(all[at]!)).map(({ address }) => address.hash)
    if (mode === 'live') await reportEmails(tx, clock, channelKeys, account.id, bounced, cardsOf)
    else await reportTestEmails(tx, clock, channelKeys, account.id, bounced)
    return { verdicts: all, returned: returned.length, remaining: ledger.balance.balance }
  })
}

const toVerdict = (verdict: LedgerVerdict): Verdict => (verdict === 'withheld' ? 'other_email_delivered' : verdict)

/** The bounces of contacts that have another address left, which this account has not reported: before, or earlier in the same request. */
async function withOthersDelivered(
  tx: Db,
  accountId: string,
  hard: readonly { address: PaidAddress; at: number }[],
): Promise<Set<number>> {
  const delivered = hard.flatMap(({ address }) => address.delivered)
  const hashes = delivered.map(({ hash }) => hash)
  const before = await readReported(tx, accountId, hashes)
  const known = new Set(
    delivered.flatMap(({ hash, verifiedAt }) => {
      const at = before.get(hash.toString('hex'))
      return at && !isLifted(at, verifiedAt) ? hash.toString('hex') : []
    }),
  )
  const withheld = new Set<number>()
  for (const { address, at } of hard) {
    known.add(address.hash.toString('hex'))
    if (address.delivered.some(({ hash }) => !known.has(hash.toString('hex')))) withheld.add(at)
  }
  return withheld
}

const enhancedCode = /(?<![\d.])([245])\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/
const replyCode = /(?<![\d.])([245])\d\d(?![\d.]*\d)/

/**
 * Whether a mail server only asked to try again later. `5.1.1`, `550` or the whole line that it answered: the enhanced code says more
 * than the reply code, so it counts where both are there. Without any, the bounce is taken to be final.
 */
export function isSoft(code: string | undefined): boolean {
  const [, kind] = enhancedCode.exec(code ?? '') ?? replyCode.exec(code ?? '') ?? []
  return kind === '4'
}
