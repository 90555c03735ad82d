import { join } from 'node:path'
import type { Logger } from 'pino'
import { type App, type AppOptions, createApp } from '../app.ts'
import type { Config } from '../base/config.ts'
import { createMailer, type Mailer } from '../base/mail.ts'
import type { Secrets } from '../base/secrets.ts'
import { chooseBilling } from '../billing/billing.ts'
import { createLivePlans } from '../billing/plans/live-plans.ts'
import { readPlansFile } from '../billing/plans/plans-file.ts'
import type { Database } from '../db/database.ts'
import { webApplicationFolder } from '../http/web-application.ts'
import { createTraces } from '../metrics/traces.ts'
import { createOutgoingRequests } from '../outgoing/outgoing-requests.ts'
import { snapshotPathIn } from '../search/indexing/keep-snapshot.ts'

type Parts = { database: Database; secrets: Secrets; log: Logger } & Pick<
  AppOptions,
  'metrics' | 'onSegmentNews' | 'segmentNews' | 'places'
>

export const createConfiguredMailer = ({ smtpUrl, dataDir, publicUrl }: Config): Mailer =>
  createMailer({
    smtpUrl,
    outboxDir: join(dataDir, 'outbox'),
    from: `Prospector <no-reply@${new URL(publicUrl).hostname}>`,
  })

/** The application that the settings describe, the same in every thread of a node. */
export const createConfiguredApp = (config: Config, parts: Parts): App =>
  createApp({
    ...parts,
    config,
    traces:
      config.traces &&
      createTraces({ ...config.traces, onWarning: (message, err) => parts.log.warn({ err }, message) }),
    publicUrl: config.publicUrl,
    mailer: createConfiguredMailer(config),
    replicaUrl: config.replicaUrl,
    trustedProxies: config.trustedProxies,
    sessionIdleDays: config.sessionIdleDays,
    changesKeptDays: config.changesKeptDays,
    billing: chooseBilling(config),
    livePlans: createLivePlans(readPlansFile(config.dataDir)),
    snapshotPath: snapshotPathIn(config.dataDir),
    webFolder: webApplicationFolder,
    oauthRegistration: config.oauthRegistration,
    corsOrigins: config.corsOrigins,
    privacy: config.privacy,
    drop: config.drop,
    // In demo mode receivers on the same machine may be tried, also without TLS.
    webhookRequests: createOutgoingRequests({ allowsLoopback: config.demo }),
  })
