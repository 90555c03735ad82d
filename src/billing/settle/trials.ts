import { createHmac } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import { ownersOf } from '../../members/owners.ts'
import type { BillingContext } from '../context/billing-context.ts'
import type { SubscriptionSnapshot } from './snapshot.ts'
import { hasTrialLeft, standingOf } from './standing.ts'
import { type AccountFacts, isOfUnknownPlan } from './subscriptions.ts'

/** A trial belongs to a person: to the verified addresses of the account's owners, and to the card. */
type Person = { accountId: string; cardFingerprint: string | null }
export type Claim = { kind: 'email' | 'card'; hash: Buffer }

/** Whether somebody of this account has had a trial elsewhere. Asked before a checkout promises one. */
export async function hadTrialElsewhere(db: Db, secret: Buffer, accountId: string): Promise<boolean> {
  const claims = await claimsOf(db, secret, { accountId, cardFingerprint: null })
  return (await takenByOthers(db, claims, accountId)).length > 0
}

/** All known facts, with new trials decided. */
export async function decideTrials(
  tx: Db,
  { clock, plans, authSecret }: BillingContext,
  known: AccountFacts,
  cardFingerprint: string | null,
): Promise<AccountFacts> {
  const { accountId } = known
  const person = { accountId, cardFingerprint }
  const tried = known.customers
    .flatMap(({ snapshot }) =>
      snapshot.subscriptions.map((found) => ({ ...found, owner: found.accountId ?? snapshot.accountId })),
    )
    .filter(({ owner, trial }) => owner === accountId && trial !== null)
    .toSorted((a, b) => a.startedAt - b.startedAt || (a.subscriptionId < b.subscriptionId ? -1 : 1))
  const grantedTrials = new Set(known.grantedTrials)
  let isFirst = grantedTrials.size === 0
  for (const subscription of tried) {
    // It is decided once the operator has named its price. Until then no later one takes its place.
    if (isOfUnknownPlan(accountId, subscription)) isFirst = false
    if (subscription.planId === null) continue
    const [firstPlanId] = plans.keys()
    const earlier = earlierThan(known, subscription)
    const isEligible = isFirst && hasTrialLeft(standingOf(plans, earlier, firstPlanId!))
    const { subscriptionId } = subscription
    if (await decideTrial(tx, clock, authSecret, subscriptionId, { ...person, isEligible })) {
      grantedTrials.add(subscriptionId)
    }
    if (isEligible) isFirst = false
  }
  if (known.grantedTrials.size > 0) await keepClaims(tx, clock, authSecret, person)
  return { ...known, grantedTrials }
}

/** What was there when a subscription began: the operator's word, and the subscriptions before it. */
function earlierThan(known: AccountFacts, { startedAt, subscriptionId }: SubscriptionSnapshot): AccountFacts {
  // Two that began within one second keep the order of the standing.
  const isEarlier = (found: SubscriptionSnapshot): boolean =>
    found.startedAt < startedAt || (found.startedAt === startedAt && found.subscriptionId < subscriptionId)
  const operator = known.operator && known.operator.at <= startedAt + 1_000 ? known.operator : null
  const customers = known.customers.map(({ observedAt, snapshot }) => ({
    observedAt,
    snapshot: { ...snapshot, subscriptions: snapshot.subscriptions.filter(isEarlier) },
  }))
  return { ...known, operator, customers }
}

/**
 * Decides, once for each subscription, whether its trial counts. Two accounts of one person that begin a trial at the
 * same moment wait for each other at the claim's primary key, and one of them comes second.
 */
async function decideTrial(
  tx: Db,
  clock: Clock,
  secret: Buffer,
  subscriptionId: string,
  person: Person & { isEligible: boolean },
): Promise<boolean> {
  const [known] = await tx.query<{ isGranted: boolean }>(
    sql`SELECT is_granted AS "isGranted" FROM billing_trials WHERE subscription_id = ${subscriptionId}`,
  )
  if (known) return known.isGranted
  const isGranted = person.isEligible && (await claim(tx, clock, secret, person))
  await tx.query(sql`
    INSERT INTO billing_trials (subscription_id, account_id, is_granted, decided_at)
    VALUES (${subscriptionId}, ${person.accountId}, ${isGranted}, ${clock.sql})`)
  return isGranted
}

async function claim(tx: Db, clock: Clock, secret: Buffer, person: Person): Promise<boolean> {
  const claims = await keepClaims(tx, clock, secret, person)
  return (await takenByOthers(tx, claims, person.accountId)).length === 0
}

/** People who became owners, and cards that came on file, after a trial had begun are remembered too. */
async function keepClaims(tx: Db, clock: Clock, secret: Buffer, person: Person): Promise<Claim[]> {
  const claims = await claimsOf(tx, secret, person)
  await tx.query(sql`
    INSERT INTO trial_claims (kind, hash, account_id, claimed_at)
    SELECT kind, hash, ${person.accountId}, ${clock.sql}
    FROM unnest(${claims.map(({ kind }) => kind)}::text[], ${claims.map(({ hash }) => hash)}::bytea[]) AS c (kind, hash)
    ORDER BY kind, hash
    ON CONFLICT DO NOTHING`)
  return claims
}

async function claimsOf(db: Db, secret: Buffer, { accountId, cardFingerprint }: Person): Promise<Claim[]> {
  const owners = await ownersOf(db, accountId)
  const claims: Claim[] = owners.map(({ email }) => ({
    kind: 'email',
    hash: hashOf(secret, 'email', foldEmail(email)),
  }))
  if (cardFingerprint !== null) claims.push({ kind: 'card', hash: hashOfCard(secret, cardFingerprint) })
  return claims
}

const hashOf = (secret: Buffer, kind: Claim['kind'], value: string): Buffer =>
  createHmac('sha256', secret).update(`trial ${kind} ${value}`).digest()

/** Tells cards apart, and nothing else about them. */
export const hashOfCard = (secret: Buffer, fingerprint: string): Buffer => hashOf(secret, 'card', fingerprint)

function takenByOthers(db: Db, claims: Claim[], accountId: string): Promise<unknown[]> {
  return db.query(sql`
    SELECT 1 FROM trial_claims t
    JOIN unnest(${claims.map(({ kind }) => kind)}::text[], ${claims.map(({ hash }) => hash)}::bytea[]) AS c (kind, hash)
      USING (kind, hash)
    WHERE t.account_id <> ${accountId}`)
}

/** Providers that deliver `ada+anything@` to `ada@`. Elsewhere the part after + may be another person. */
const plusProviders = [
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'icloud.com',
  'me.com',
  'fastmail.com',
  'proton.me',
  'zoho.com',
  'hey.com',
]
/** Providers that ignore dots before the @. */
const dotProviders = ['gmail.com']
const sameProvider: Record<string, string> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
}

/** The mailbox that an address leads to, as far as its provider's rules are known. */
export function foldEmail(email: string): string {
  const [local = '', domain = ''] = splitAtLast(email.trim().toLowerCase(), '@')
  const provider = sameProvider[domain] ?? domain
  const withoutTag = plusProviders.includes(provider) ? local.split('+')[0]! : local
  const mailbox = dotProviders.includes(provider) ? withoutTag.replaceAll('.', '') : withoutTag
  return `${mailbox}@${provider}`
}

function splitAtLast(text: string, separator: string): [string, string] {
  const at = text.lastIndexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
