/** What operators do to the plans: look at what a change would mean, and make it. */
import { countByPlan } from '../accounts/account-report.ts'
import { findUndescribedPlans, someAccounts } from '../accounts/accounts.ts'
import { shareLimits } from '../accounts/test-account.ts'
import { ConfigError } from '../base/config.ts'
import { Refusal } from '../base/refusal.ts'
import type { LivePlans } from '../billing/plans/live-plans.ts'
import { addPlanVersion } from '../billing/plans/plan-versions.ts'
import { type PlanChange, previewPlans } from '../billing/plans/preview-plans.ts'
import { readSold } from '../billing/plans/read-sold.ts'
import type { Db } from '../db/database.ts'
import type { ActParts } from './account-acts.ts'
import { actOnce, type OperatorCaller, record } from './caller.ts'

type Parts = Pick<ActParts, 'database' | 'clock'> & { livePlans: LivePlans }

/** Checked as the file is at the start of a node; against the newest plans, whatever this process sells yet. */
export async function previewPlanChange(db: Db, livePlans: LivePlans, text: string): Promise<PlanChange[]> {
  await livePlans.refresh(db)
  const after = readGiven(text)
  const missing = await findUndescribedPlans(db, after.plans)
  if (missing.length > 0) {
    const told = missing.map((one) => `${one.planId} (${one.accounts}: ${someAccounts(one)})`).join(', ')
    throw new Refusal(`Accounts are on plans that would be gone: ${told}. Move them first, or keep the plans.`)
  }
  const accounts = new Map<string, number>()
  for (const row of await countByPlan(db)) accounts.set(row.plan, (accounts.get(row.plan) ?? 0) + row.accounts)
  return previewPlans(livePlans, after, accounts)
}

function readGiven(text: string) {
  try {
    return readSold(text, null)
  } catch (error) {
    throw error instanceof ConfigError ? new Refusal(error.message) : error
  }
}

type PlansChange = { plans: string; version: number; reason: string }

/** `version`: the one that the change was made from. */
export async function changePlans(parts: Parts, by: OperatorCaller, { plans, version, reason }: PlansChange) {
  const { database, clock, livePlans } = parts
  const done = await actOnce(parts, by, ['plans', plans, version, reason], async (tx) => {
    const changes = await previewPlanChange(tx, livePlans, plans)
    if (changes.length === 0) throw new Refusal('This changes nothing.')
    const next = { text: plans, after: version, reason, changedBy: by.actor.name }
    const added = await addPlanVersion(tx, clock, next)
    await shareLimits(tx, readGiven(plans).plans, null)
    const details = { version: added, changes: changes.length, reason }
    await record(tx, by, null, 'plans.changed', { details })
    return { version: added, changes }
  })
  await livePlans.refresh(database)
  return done
}
