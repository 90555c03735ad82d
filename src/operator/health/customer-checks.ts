/** What customers have started, and what they are told: jobs, webhooks and HubSpot. */
import type { Clock } from '../../base/clock.ts'
import { plural } from '../../base/words.ts'
import type { Database } from '../../db/database.ts'
import { readBacklog as readHubspotBacklog } from '../../hubspot/connections.ts'
import { countHangingJobs, hangsAfterMinutes, readJobBacklog } from '../../jobs/operator-jobs.ts'
import { readBacklog } from '../../webhooks/deliveries.ts'
import { countFailing } from '../../webhooks/operator-webhooks.ts'
import { type Finding, ok, warning } from './finding.ts'

export const lateAfterSeconds = 10 * 60

export async function checkWebhooks(database: Database, clock: Clock): Promise<Finding> {
  const { failing, forADay } = await countFailing(database, clock)
  const { pending, lateSeconds } = await readBacklog(database, clock)
  if (lateSeconds > lateAfterSeconds) {
    const late = plural(Math.round(lateSeconds / 60), 'minute')
    return warning('webhooks', `Something has been due for a webhook for ${late}: no node sends. Is a server running?`)
  }
  const next = '"prospector webhooks list --failing" shows them.'
  if (forADay > 0) {
    const webhooks = plural(forADay, 'webhook has', 'webhooks have')
    return warning('webhooks', `${webhooks} been failing for more than a day; their owners were told. ${next}`)
  }
  if (failing > 0)
    return ok('webhooks', `${plural(failing, 'webhook fails', 'webhooks fail')} for less than a day. ${next}`)
  return ok('webhooks', `No webhook fails; ${plural(pending, 'delivery waits', 'deliveries wait')} for an attempt.`)
}

export async function checkHubspot(database: Database, clock: Clock): Promise<Finding> {
  const { connections, stopped, failing, waiting, lateSeconds } = await readHubspotBacklog(database, clock)
  if (lateSeconds > lateAfterSeconds) {
    const late = plural(Math.round(lateSeconds / 60), 'minute')
    return warning('HubSpot', `Something has waited ${late} to be sent to HubSpot: no node sends. Is a server running?`)
  }
  if (failing > 0) {
    const connected = plural(failing, 'connection to HubSpot has', 'connections to HubSpot have')
    return warning('HubSpot', `${connected} been failing for more than a day. Can this machine reach api.hubapi.com?`)
  }
  const state = `${plural(connections, 'connection')}, ${stopped} stopped; ${plural(waiting, 'contact waits', 'contacts wait')}.`
  return ok('HubSpot', stopped > 0 ? `${state} The owners of those that stopped were told.` : state)
}

export async function checkJobs(database: Database, clock: Clock): Promise<Finding> {
  const hanging = await countHangingJobs(database, clock)
  if (hanging > 0) {
    const told = plural(hanging, 'job has', 'jobs have')
    return warning(
      'bulk jobs',
      `${told} made no progress for ${hangsAfterMinutes} minutes. Is a server running? "prospector jobs list" shows them.`,
    )
  }
  const backlog = await readJobBacklog(database, clock)
  const count = (...statuses: string[]) =>
    backlog.reduce((sum, { status, jobs }) => (statuses.includes(status) ? sum + jobs : sum), 0)
  const failed = count('failed')
  if (failed > 0) {
    const told = `${plural(failed, 'job')} failed within a day.`
    return warning('bulk jobs', `${told} "prospector jobs list --status failed" shows them, and the log says why.`)
  }
  return ok('bulk jobs', `${plural(count('queued', 'running'), 'job')} of customers under way, none hangs.`)
}
