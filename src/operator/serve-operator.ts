import type { FastifyInstance } from 'fastify'
import type { Config } from '../base/config.ts'
import type { ProcessPlaces } from '../base/process-places.ts'
import { measureWhenAsked } from '../catalog/measured-quality.ts'
import { createPace } from '../ingest/pace.ts'
import { serveIngest } from '../ingest/serve-ingest.ts'
import { type ConsoleParts, consolePath, openConsole } from './console.ts'
import { examine } from './health/examine.ts'
import type { Finding } from './health/finding.ts'
import type { OperatorNeeds } from './operation.ts'
import { operatorOperations } from './operations.ts'
import { serveAccounts } from './serve-accounts.ts'
import { serveAdmin } from './serve-admin.ts'
import { serveBilling } from './serve-billing.ts'
import { serveCatalogue } from './serve-catalogue.ts'
import { servePlans } from './serve-plans.ts'
import { serveQuality } from './serve-quality.ts'
import { serveReleases } from './serve-releases.ts'
import { serveReports } from './serve-reports.ts'
import { serveRequests } from './serve-requests.ts'
import { serveRunbook } from './serve-runbook.ts'
import { serveOperatorSignIn } from './serve-sign-in.ts'
import { serveSystem } from './serve-system.ts'
import { serveToday } from './serve-today.ts'
import { serveLog, serveYou } from './serve-you.ts'
import { serveSupportView } from './support-view.ts'

export type OperatorOptions = {
  /** What the console says of the settings. Unset: it says nothing of them. */
  config?: Config | null
}

type Parts = Omit<OperatorNeeds, 'examine' | 'dataDir'> & ConsoleParts & { places: ProcessPlaces }

/** Everything of the operator's: the console, plain pages without a script; the same operations for programs; and ingestion. */
export function serveOperator(server: FastifyInstance, parts: Parts, { config = null }: OperatorOptions): void {
  const look = keepForAMinute(() => examine({ ...parts, config }))
  const needs = { ...parts, dataDir: config?.dataDir ?? null, examine: look }
  measureWhenAsked(parts.queue, parts.background, parts.clock, parts.channelKeys)
  serveIngest(server, parts.background, parts.channelKeys, createPace(parts.places.ingestion))
  serveAdmin(server, operatorOperations, needs)
  openConsole(server, needs, (site) => {
    serveOperatorSignIn(site, needs)
    site.scope.get(consolePath, async (_request, reply) => reply.redirect(`${consolePath}/today`, 303))
    serveToday(site, needs)
    serveAccounts(site, needs)
    serveSupportView(site, needs)
    serveBilling(site, needs)
    serveCatalogue(site, needs)
    serveQuality(site, needs)
    serveRequests(site, needs)
    servePlans(site, needs)
    serveReports(site, needs)
    serveSystem(site, needs)
    serveReleases(site, needs)
    serveYou(site, needs)
    serveLog(site, needs)
    serveRunbook(site)
  })
}

/** It asks the mail server and the payment provider: not for every page. */
function keepForAMinute(look: () => Promise<Finding[]>): () => Promise<Finding[]> {
  let kept: { findings: Promise<Finding[]>; until: number } | null = null
  return () => {
    if (kept === null || kept.until < performance.now()) {
      const findings = look()
      kept = { findings, until: performance.now() + 60_000 }
      findings.catch(() => {
        kept = null
      })
    }
    return kept.findings
  }
}
