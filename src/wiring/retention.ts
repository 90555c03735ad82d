import { accountsRetention } from '../accounts/retention.ts'
import { auditRetention } from '../audit/retention.ts'
import { backupsRetention } from '../backups/retention.ts'
import { changesKeptDaysDefault } from '../base/kept-days.ts'
import { catalogRetention } from '../catalog/retention.ts'
import { isLimitedClient } from '../connections/connections.ts'
import { creditsRetention } from '../credits/retention.ts'
import { eventsRetention } from '../events/retention.ts'
import { hubspotRetention } from '../hubspot/retention.ts'
import { ingestRetention } from '../ingest/retention.ts'
import { jobsRetention } from '../jobs/retention.ts'
import { membersRetention } from '../members/retention.ts'
import { oauthRetention } from '../oauth/retention.ts'
import { operatorRetention } from '../operator/retention.ts'
import { privacyRetention } from '../privacy/retention.ts'
import type { Retention } from '../queue/housekeeping.ts'
import { reportsRetention } from '../reports/retention.ts'
import { signInRetention } from '../sign-in/retention.ts'
import { watchesRetention } from '../watches/retention.ts'
import { webhooksRetention } from '../webhooks/retention.ts'

/** How long rows are kept, over all modules. */
export const retentionFor = ({ changesKeptDays = changesKeptDaysDefault }): readonly Retention[] => [
  ...[
    accountsRetention,
    auditRetention,
    backupsRetention,
    catalogRetention(changesKeptDays),
    creditsRetention,
    eventsRetention,
    hubspotRetention,
    ingestRetention,
    jobsRetention,
  ].flat(),
  ...[membersRetention, oauthRetention(isLimitedClient), operatorRetention, privacyRetention, reportsRetention].flat(),
  ...[signInRetention, watchesRetention, webhooksRetention].flat(),
]

export const retention = retentionFor({})
