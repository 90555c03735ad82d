import type { Reply } from '../../api/call.ts'
import { pledgedBy, useJobs } from '../jobs/jobs.ts'
import { useUsage } from '../use-usage.ts'
import { useReveals } from './use-reveals.ts'

export type Spendable = {
  usage: Reply<'getUsage'>
  /** What another reveal can have: what the API says, without what reveals and jobs under way may still cost. */
  spendable: number
  pledged: number
  /** A limit of this person's own is narrower than what the account has. */
  isOwnLimit: boolean
}

/** Undefined until the figures are there. */
export function useSpendable(): Spendable | undefined {
  const { data: usage } = useUsage()
  const { pledged: inRun } = useReveals()
  const pledged = inRun + pledgedBy(useJobs())
  if (!usage) return undefined
  const { remaining, spendable_now: now } = usage.contact_credits
  return { usage, spendable: Math.max(0, now - pledged), pledged, isOwnLimit: now < remaining }
}
