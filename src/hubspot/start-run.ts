import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import type { Db } from '../db/database.ts'
import { countRunning, type HubspotRun, insertRun, type RunKind } from './runs.ts'

/** Runs of an account that wait or run at once, as far as people asked for them. */
const runsMax = 10

export async function startRun(
  tx: Db,
  clock: Clock,
  accountId: string,
  draft: { kind: RunKind; contactIds?: readonly string[]; label?: string },
): Promise<HubspotRun> {
  if ((await countRunning(tx, accountId)) >= runsMax) throw problems.tooManyHubspotRuns(runsMax)
  const run = await insertRun(tx, clock, accountId, { ...draft, origin: 'request' })
  if (!run) throw problems.hubspotNotConnected('HubSpot was disconnected meanwhile.')
  return run
}
