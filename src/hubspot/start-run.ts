import { hubspotRunsMax } from '../base/bounds.ts'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import type { Db } from '../db/database.ts'
import { countRunning, type HubspotRun, insertRun, type RunKind } from './runs.ts'

export async function startRun(
  tx: Db,
  clock: Clock,
  accountId: string,
  draft: { kind: RunKind; contactIds?: readonly string[]; label?: string },
): Promise<HubspotRun> {
  if ((await countRunning(tx, accountId)) >= hubspotRunsMax) throw problems.tooManyHubspotRuns(hubspotRunsMax)
  const run = await insertRun(tx, clock, accountId, { ...draft, origin: 'request' })
  if (!run) throw problems.hubspotNotConnected('HubSpot was disconnected meanwhile.')
  return run
}
