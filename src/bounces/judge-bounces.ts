import { automaticReturns, bounceRules } from '../base/bounce-rules.ts'
import type { Clock } from '../base/clock.ts'
import { cardsOf } from '../billing/cards.ts'
import { type Principal, requirePeriod } from '../call/principal.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { isLifted, readReported, reportEmails, reportTestEmails } from '../catalog/email-reports.ts'
import { type LedgerVerdict, returnBounced } from '../credits/bounces.ts'
import { lockBalance } from '../credits/ledger.ts'
import type { Database, Db } from '../db/database.ts'
import type { PaidAddress, ReportedBounce } from './paid-addresses.ts'
import { keepReviews, readRefused } from './reviews.ts'

/** The verdicts on a reported bounce, as the API names them. */
export const verdicts = {
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

type BounceResult = { verdicts: Verdict[]; returned: number; remaining: number }
type Needs = { database: Database; clock: Clock; channelKeys: ChannelKeys }

/** One transaction under the account's lock: verdicts, refunds and reports are there together or not at all. */
export function judgeBounces(
  bounces: readonly ReportedBounce[],
  addresses: readonly (PaidAddress | null)[],
  { principal, requestId }: { principal: Principal; requestId: string },
  { database, clock, channelKeys }: Needs,
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
