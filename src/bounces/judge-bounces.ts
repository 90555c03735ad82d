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
import { isSoft } from './soft-code.ts'
import type { Verdict } from './verdicts.ts'

/** These say that the address does not work. */
const marks: ReadonlySet<Verdict> = new Set(['returned', 'already_returned', 'too_old', 'other_email_delivered'])

type Judged = { verdicts: Verdict[]; returned: number; remaining: number }
type Needs = { database: Database; clock: Clock; channelKeys: ChannelKeys }

/** One transaction under the account's lock: verdicts, refunds and reports are there together or not at all. */
export function judgeBounces(
  bounces: readonly ReportedBounce[],
  addresses: readonly (PaidAddress | null)[],
  { principal, requestId }: { principal: Principal; requestId: string },
  { database, clock, channelKeys }: Needs,
): Promise<Judged> {
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
    await keepReviews(
      tx,
      clock,
      account.id,
      hard.map(({ address, at }) => ({ address, bounce: bounces[at]!, verdict: all[at]! })),
    )
    const bounced = hard.filter(({ at }) => marks.has(all[at]!)).map(({ address }) => address.hash)
    if (mode === 'live') await reportEmails(tx, clock, channelKeys, account.id, bounced, cardsOf)
    else await reportTestEmails(tx, clock, account.id, bounced)
    const returned = all.filter((verdict) => verdict === 'returned').length
    return { verdicts: all, returned, remaining: ledger.balance.balance }
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
