/** What operators do to an account, each with its reason: by command, in the console and by programs. */
import { type Account, findAccount } from '../accounts/accounts.ts'
import type { PlanStatus, Plans } from '../accounts/plan.ts'
import { openablePeriod, planAt } from '../accounts/plan-state.ts'
import { liftSuspension, suspend } from '../accounts/suspension.ts'
import type { Clock } from '../base/clock.ts'
import { Refusal } from '../base/refusal.ts'
import { setAccount } from '../billing/set-account.ts'
import { endConnectionsOfPerson } from '../connections/connections.ts'
import { grantCredits } from '../credits/grants.ts'
import type { Period } from '../credits/ledger.ts'
import { readHoldings } from '../credits/lots.ts'
import { refundSpend } from '../credits/refunds.ts'
import type { Database, Db } from '../db/database.ts'
import { pauseJobsOf } from '../jobs/operator-jobs.ts'
import { accountsOf, readMembers } from '../members/members.ts'
import { endSessions } from '../sign-in/sessions.ts'
import { endOpenProofs } from '../sign-in/verifications.ts'
import { actOnce, type OperatorCaller, record } from './caller.ts'

export type ActParts = { database: Database; clock: Clock; plans: Plans }

/** The usage month or trial that credits can be put into now; null without API access. */
export function currentPeriod(account: Account, plans: Plans, now: Date): Period | null {
  return openablePeriod(account, planAt(plans, account, now), now)
}

/** As the account itself reads it in its usage. */
export async function readCredits(db: Db, accountId: string) {
  const { held, used } = await readHoldings(db, accountId)
  return { limit: held.periodCredits, used, remaining: held.balance }
}

type CreditsAfter = { account_id: string; credits: Awaited<ReturnType<typeof readCredits>> }

async function requireAccount(tx: Db, accountId: string): Promise<Account> {
  const account = await findAccount(tx, accountId)
  if (!account) throw new Refusal(`There is no account ${accountId}.`)
  return account
}

export function grant(
  parts: ActParts,
  by: OperatorCaller,
  accountId: string,
  asked: { credits: number; reason: string },
): Promise<CreditsAfter> {
  const { clock, plans } = parts
  return actOnce(parts, by, ['grant', accountId, asked], async (tx) => {
    const account = await requireAccount(tx, accountId)
    const period = currentPeriod(account, plans, clock.now())
    if (!period) {
      throw new Refusal(
        `${account.name} has no current period. Give it a plan and a status first ("Set plan" in the console, or "prospector account set ${account.id} --status active").`,
      )
    }
    const { credits, reason } = asked
    await record(tx, by, accountId, 'credits.granted', { details: { credits, reason } })
    const given = { door: 'operator' as const, actor: by.actor, reason, period }
    await grantCredits(tx, clock, accountId, credits, given)
    return { account_id: accountId, credits: await readCredits(tx, accountId) }
  })
}

export function refund(
  parts: ActParts,
  by: OperatorCaller,
  accountId: string,
  asked: { entry_id: string; amount?: number | undefined; reason: string },
): Promise<CreditsAfter & { refunded: number }> {
  const { clock, plans } = parts
  return actOnce(parts, by, ['refund', accountId, asked], async (tx) => {
    const account = await requireAccount(tx, accountId)
    const { entry_id: entryId, amount, reason } = asked
    const period = currentPeriod(account, plans, clock.now())
    const given = { door: 'operator' as const, actor: by.actor, reason, period }
    const spend = { entryId, ...(amount !== undefined && { amount }) }
    const refunded = await refundSpend(tx, clock, accountId, spend, given)
    const details = { entry_id: entryId, amount: refunded.amount, reason }
    await record(tx, by, accountId, 'credits.refunded', { details })
    return { account_id: accountId, refunded: refunded.amount, credits: await readCredits(tx, accountId) }
  })
}

type PlanChange = {
  plan?: string | undefined
  status?: PlanStatus | undefined
  credits?: number | undefined
  reason: string
}

export function setPlan(parts: ActParts, by: OperatorCaller, accountId: string, asked: PlanChange) {
  const { clock, plans } = parts
  return actOnce(parts, by, ['plan', accountId, asked], async (tx) => {
    const { plan, status, credits, reason } = asked
    await requireAccount(tx, accountId)
    if (plan === undefined && status === undefined && credits === undefined) {
      throw new Refusal('Name a plan, a status or the credits of the period.')
    }
    if (plan !== undefined && !plans.has(plan)) {
      throw new Refusal(`There is no plan "${plan}". Plans: ${[...plans.keys()].join(', ')}.`)
    }
    await record(tx, by, accountId, 'account.changed', { details: { plan, status, credits, reason } })
    const changes = {
      ...(plan !== undefined && { planId: plan }),
      ...(status !== undefined && { status }),
      ...(credits !== undefined && { credits }),
    }
    const after = await setAccount(tx, clock, plans, accountId, changes, { actor: by.actor, reason })
    return { account_id: accountId, plan: after.planId, status: after.status }
  })
}

/** Nobody gets in from the next request on, and jobs stop where they are. */
export function suspendAccount(parts: ActParts, by: OperatorCaller, accountId: string, asked: { reason: string }) {
  const { clock } = parts
  return actOnce(parts, by, ['suspend', accountId, asked], async (tx) => {
    const { name } = await requireAccount(tx, accountId)
    const { reason } = asked
    const closed = await suspend(tx, clock, accountId, reason)
    if (!closed.includes(accountId)) throw new Refusal(`${name} is suspended already.`)
    const jobs = await pauseJobsOf(tx, clock, closed)
    await record(tx, by, accountId, 'account.suspended', { details: { reason, jobs_paused: jobs } })
    return { account_id: accountId, suspended: true, jobs_paused: jobs }
  })
}

/** Jobs stay paused: whoever made them resumes them. */
export function liftAccount(parts: ActParts, by: OperatorCaller, accountId: string, asked: { reason: string }) {
  return actOnce(parts, by, ['lift', accountId, asked], async (tx) => {
    const { name } = await requireAccount(tx, accountId)
    if ((await liftSuspension(tx, accountId)).length === 0) throw new Refusal(`${name} is not suspended.`)
    await record(tx, by, accountId, 'account.lifted', { details: { reason: asked.reason } })
    return { account_id: accountId, suspended: false }
  })
}

/** Ends the sessions of everybody in the account, or of one member. */
export function endAccountSessions(
  parts: ActParts,
  by: OperatorCaller,
  accountId: string,
  asked: { user_id?: string | undefined; reason: string },
) {
  return actOnce(parts, by, ['end sessions', accountId, asked], async (tx) => {
    await requireAccount(tx, accountId)
    const { user_id: userId = null, reason } = asked
    const people = await readMembers(tx, accountId, userId)
    if (people.length === 0) throw new Refusal('There is no such member.')
    let sessions = 0
    for (const { userId: id, name } of people) sessions += await signOutPerson(tx, by, { id, name }, { reason })
    return { account_id: accountId, people: people.length, sessions }
  })
}

/** Wherever they are signed in, with their integrations and open links; said in the log of every account of theirs. */
export async function signOutPerson(
  tx: Db,
  by: OperatorCaller,
  { id, name }: { id: string; name: string },
  { reason }: { reason?: string },
): Promise<number> {
  const sessions = await endSessions(tx, id)
  await endOpenProofs(tx, id)
  await endConnectionsOfPerson(tx, id)
  const act = { target: { type: 'member', id, name }, details: { sessions, reason } }
  for (const accountId of await accountsOf(tx, id)) await record(tx, by, accountId, 'session.ended', act)
  return sessions
}
