/** Numbers in documents and in what operators run. */

import { stopSecondsMax } from '../../cli/commands/serve.ts'
import { auditDays } from '../../src/audit/retention.ts'
import { retryMinutes } from '../../src/backups/runs.ts'
import { unverifiedDays } from '../../src/backups/stored-backups.ts'
import { portDefault } from '../../src/base/api-paths.ts'
import { keepDefault } from '../../src/base/backup-settings.ts'
import { bodyBytesMax, exportsPerAccount, idempotencyKeyLengthMax } from '../../src/base/bounds.ts'
import { drainSecondsDefault, logLevels, sessionDays, threadsMax } from '../../src/base/config.ts'
import { doors } from '../../src/base/doors.ts'
import { exportableEmailStatuses } from '../../src/base/email-kinds.ts'
import { changesKeptDaysDefault } from '../../src/base/kept-days.ts'
import { privacyLanguages } from '../../src/base/privacy-settings.ts'
import { counts } from '../../src/base/process-places.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { graceDays, renewalNewsDays, trialNewsHours } from '../../src/billing/settle/transitions.ts'
import { toleranceSeconds } from '../../src/billing/stripe/signed-events.ts'
import { undoDays } from '../../src/catalog/before-images.ts'
import { erasedAfterDays, everyHours } from '../../src/catalog/expire-sources.ts'
import { lossesMax, lossPercentMax } from '../../src/catalog/held-changes.ts'
import { firstWarningsMax, rejectTextLength } from '../../src/catalog/import/collect-batches.ts'
import { examplesMax } from '../../src/catalog/import/dry-run.ts'
import { lineResults } from '../../src/catalog/import/ingest-lines.ts'
import { rowBytesMax } from '../../src/catalog/import/inputs/read-csv.ts'
import { rowGroupBytesMax } from '../../src/catalog/import/inputs/read-parquet.ts'
import { guardedFrom, retiredShareMax } from '../../src/catalog/import/retire.ts'
import { rejectsKeptDays } from '../../src/catalog/kept-rejects.ts'
import { changeDays } from '../../src/catalog/retention.ts'
import { contactsPerRevealMax } from '../../src/contacts/reveal-contacts.ts'
import { entryKinds } from '../../src/credits/ledger.ts'
import { lockWithinMs } from '../../src/db/migrate.ts'
import { majorVersionMin } from '../../src/db/open.ts'
import { demoStores } from '../../src/demo/demo.ts'
import { defaultBounds } from '../../src/http/bound-connections.ts'
import { exportWaitSeconds } from '../../src/http/pace-exports.ts'
import { refusalsLoggedEverySeconds } from '../../src/http/refuse-overload.ts'
import { retrySecondsMax } from '../../src/http/retry-times.ts'
import { waitsMs } from '../../src/http/server.ts'
import { batchDays } from '../../src/ingest/retention.ts'
import { batchIdLengthMax, requestsAtOnce } from '../../src/ingest/serve-ingest.ts'
import { ingestBytesMax } from '../../src/ingest/take-lines.ts'
import { leaseSeconds, runningMax } from '../../src/jobs/job-leases.ts'
import { sliceMs } from '../../src/jobs/run-slice.ts'
import { lifetimes } from '../../src/oauth/lifetimes.ts'
import { comparedPart } from '../../src/operator/billing-operations.ts'
import { sessionMinutes } from '../../src/operator/operator-sessions.ts'
import { recoveryCodes } from '../../src/operator/operators.ts'
import { answerEveryDays } from '../../src/privacy/drop/batches.ts'
import { remindAfterDays } from '../../src/privacy/erasure-confirmations.ts'
import { dueDays, linkDays, remindDaysBefore } from '../../src/privacy/requests.ts'
import { housekeepingMinutes } from '../../src/queue/background.ts'
import { rowsAtOnce } from '../../src/queue/housekeeping.ts'
import { accountsMin } from '../../src/reports/unmet-searches.ts'
import { changedShareMax, changedStoresMin } from '../../src/search/indexing/follow-catalogue.ts'
import { attemptLimits } from '../../src/sign-in/attempts.ts'
import { passwordLength } from '../../src/sign-in/passwords.ts'
import { supportViewMinutes } from '../../src/sign-in/support-views.ts'
import { either, listed, type Statements } from './statement.ts'

const { daily, weekly, monthly } = keepDefault
const { request, headers, idle, stop } = waitsMs
const pro = plans.get('pro')!
const port = String(portDefault)
const minutes = (what: keyof typeof attemptLimits): number => attemptLimits[what].windowMs / 60_000
const most = (what: keyof typeof attemptLimits): number => attemptLimits[what].most

export const inDocuments: Statements = {
  'CONTRIBUTING.md': [
    ['(CI adds PostgreSQL # to', majorVersionMin],
    ['We support PostgreSQL # and later', majorVersionMin],
  ],
  Dockerfile: [
    ['ENV HOST=0.0.0.0 PORT=# ', port],
    ['EXPOSE #\n', port],
  ],
  'README.md': [
    ['loads # synthetic stores', demoStores],
    ['| `PORT`, `HOST` | `#`,', port],
    ['your own PostgreSQL, # or later', majorVersionMin],
    ['| `CHANGES_KEPT_DAYS` | `#` |', changesKeptDaysDefault],
    ['| `SESSION_IDLE_DAYS` | `#` |', sessionDays.idleDefault],
    ['| `DRAIN_SECONDS` | `#` |', drainSecondsDefault],
    ['| `LOG_LEVEL` | `info` | # |', either(logLevels)],
    ['| `BACKUP_KEEP` | `#,#,#` |', daily, weekly, monthly],
    ['| `THREADS` | the cores, at most #;', threadsMax],
    ['without use, and after # days in any case (1 to #)', sessionDays.max, sessionDays.max],
  ],
  'ARCHITECTURE.md': [
    ['| door | how a request came in: # |', listed(doors)],
    ['| entry | one line of the ledger: #. Entries', either(entryKinds)],
    ['http/body.ts                     # KiB, JSON', bodyBytesMax / 1_024],
  ],
  'bin/healthy.mjs': [["process.env.PORT || '#'", port]],
  'deploy/Caddyfile': [['reverse_proxy prospector:# {', port]],
  'deploy/kubernetes/deployment.yaml': [['{ name: http, containerPort: # }', port]],
  'deploy/kubernetes/network-policy.yaml': [
    ['ingress-nginx }\n      ports:\n        - { protocol: TCP, port: # }', port],
  ],
  'docs/asvs.tsv': [
    ['bodies have # KiB at most (HTTP-8)', bodyBytesMax / 1_024],
    ['up to # (passwordLength', passwordLength.max],
    ['lifetime of codes\t# minutes', lifetimes.codeMinutes],
    ['end of refresh tokens\t# days', lifetimes.refreshTokenDays],
  ],
  'docs/backups.md': [
    ['each of the last # days, # weeks and # months', daily, weekly, monthly],
    ['(`BACKUP_KEEP=#,#,#`)', daily, weekly, monthly],
    ['could not be verified goes after # days', unverifiedDays],
    ['is tried again after #, # and # minutes', retryMinutes, 2 * retryMinutes, 3 * retryMinutes],
  ],
  'docs/errors.md': [
    ['Use 1 to # printable characters', idempotencyKeyLengthMax],
    ['Send the whole request within # seconds.', request / 1_000],
  ],
  'docs/import.md': [
    ['in a catalogue of at least # stores', guardedFrom],
    ['in one of at least # people', guardedFrom],
    ['`batch_id` (1 to # visible characters, kept for # days)', batchIdLengthMax, batchDays],
    ['A body has # MiB at most and must arrive within # seconds', ingestBytesMax / 1_024 ** 2, request / 1_000],
    ['At most # are taken at once by a thread', requestsAtOnce],
    ['did not take and why (# days, without', rejectsKeptDays],
    ['(the message lists them), and after # days.', undoDays],
    ['or a row is longer than # MB, nothing', rowBytesMax / 1_024 ** 2],
    ['from more than # % of the stores that have it (and more than #)', lossPercentMax, lossesMax],
    ['more than # % of the stores would', retiredShareMax * 100],
    ['more than # % of the people would', retiredShareMax * 100],
    ['one row group is held (at most # GB)', rowGroupBytesMax / 1_024 ** 3],
    ['while the body is open: #. A line', listed([...lineResults, 'repeated'])],
    ['A job looks every # hours.', everyHours],
    ['and the first # of what would be', examplesMax],
    ['and the first # of them: `{file, line, field, reason}`', firstWarningsMax],
    ['text cut to # characters) and every warning', rejectTextLength],
    ['brings them back. # days after that, people are erased', erasedAfterDays],
  ],
  'docs/mechanisms/billing.md': [
    ["or # hours after the trial's end without news", trialNewsHours],
    ['or # days after a paid period without news', renewalNewsDays],
    ['altered or older than # minutes | 400', toleranceSeconds / 60],
    ['| `past_due` | for # days |', graceDays],
    ['keep access for # days past the paid period', renewalNewsDays],
  ],
  'docs/mechanisms/jobs.md': [
    ['ordinary reveals of at most # contacts', contactsPerRevealMax],
    ['slice of # s: claim a lease (# s)', sliceMs / 1_000, leaseSeconds],
    ['The lease ends after # s,', leaseSeconds],
    ['More than # jobs of an account at once', runningMax],
  ],
  'docs/map/follow-a-behaviour.md': [['the reason, the column, # characters.', rejectTextLength]],
  'docs/operating.md': [
    ['Use PostgreSQL # or later', majorVersionMin],
    ['The default is the number of cores, at most #, and half', threadsMax],
    ['`SESSION_IDLE_DAYS` (#) signs people out', sessionDays.idleDefault],
    ['gives up after # ms, lets', lockWithinMs],
    ['Every # minutes one node deletes expired rows in\nbatches of #', housekeepingMinutes, rowsAtOnce],
    ['saves the # recovery codes', recoveryCodes],
    ['those that at least # accounts asked for', accountsMin],
    ['exports, # at once per account and # per node.)', exportsPerAccount, counts.exports],
    ['A change of more than\n  # % of the stores rebuilds', changedShareMax * 100],
    ['Only emails with status # are ever', either(exportableEmailStatuses)],
    ['For `DRAIN_SECONDS` (default #)', drainSecondsDefault],
    ['limit of # seconds on the shutdown itself', stopSecondsMax],
    ['with 503 and `Retry-After` (1 to # seconds)', retrySecondsMax],
    ['the number of refusals every # seconds', refusalsLoggedEverySeconds],
    ['An account may run #; more get 429. Others wait up to # seconds', exportsPerAccount, exportWaitSeconds],
    ['begins on them within # seconds, soon after # seconds without', request / 1_000, idle / 1_000],
    ['takes less than # bytes a second of its answer', defaultBounds.slowestBytesPerSecond],
    ['request must arrive within # seconds, its headers within #.', request / 1_000, headers / 1_000],
    ['holds at most # connections open, at most #\nfrom one address', defaultBounds.inAll, defaultBounds.perAddress],
    ['`DRAIN_SECONDS` and # seconds for slow clients', stop / 1_000],
    ['after this many days without use; after # days', sessionDays.max],
    ['Entries are deleted after # days, and', auditDays],
    ['from the payment provider now, # customers at a time', comparedPart.most],
    ['Billing does, # customers at a time', comparedPart.most],
    ['Sessions end after # minutes without use and after # hours.', sessionMinutes.idle, sessionMinutes.longest / 60],
    ['as one of its members sees them, for # minutes: read only', supportViewMinutes],
    ['those of sign-up: # to # characters', passwordLength.min, passwordLength.max],
  ],
  'docs/privacy.md': [
    ['in every language of the pages (#), because', listed(privacyLanguages)],
    ['a page and a JSON file, at once, for # days', linkDays],
    ['Opt-out Platform (DROP) every # days', answerEveryDays],
    ['Requests are due # days after their confirmation: you get a mail # days before', dueDays, remindDaysBefore],
    ['Its owners are reminded after # and # days.', ...remindAfterDays],
    ['(`BACKUP_KEEP`; by default up to # months)', monthly],
  ],
  'docs/scaling.md': [
    ['a server of version # to', majorVersionMin],
    [
      'more than # % of the\nstores (and more than #), and after # days away',
      changedShareMax * 100,
      changedStoresMin,
      changeDays,
    ],
  ],
  'docs/session-api.md': [
    [
      'Per email, # sign-ups, #\nconfirmation mails and # reset mails an hour are allowed, and # wrong passwords in # minutes from one',
      ...[most('/sign-up/email'), most('/send-verification-email'), most('/request-password-reset')],
      ...[most('sign-in at an address'), minutes('sign-in at an address')],
    ],
    ['network address, # on\na device', most('sign-in on a known device')],
    ['before, and # an hour from all other devices', most('sign-in anywhere')],
    ['at most # invitations a day to one email', most('invitation')],
  ],
  'docs/stripe.md': [
    ['it ends # days after the first failed attempt', graceDays],
    ['| `active` | yes; ends # days after the paid period', renewalNewsDays],
    ['| `past_due` | for # days from the first failed attempt', graceDays],
    ['monthly plans keep access for # days after the paid month', renewalNewsDays],
    ['past due, a mail, # days of', graceDays],
    ['trialing, # credits.', pro.trial!.credits],
    ['active, # credits, a receipt', pro.creditsPerMonth],
  ],
  'scripts/dev.mjs': [["process.env.PORT || '#'", port]],
}
