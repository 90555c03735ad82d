/** Numbers of the code in files that can't import them: documents, alert rules, and packages of their own. */
import { stopSecondsMax } from '../cli/commands/serve.ts'
import { callDefaults } from '../sdk/call.ts'
import { jobPollSeconds } from '../sdk/following.ts'
import { firstRetrySeconds, passing } from '../sdk/transport.ts'
import { toleranceSecondsDefault } from '../sdk/webhooks.ts'
import { auditDays } from '../src/audit/retention.ts'
import { retryMinutes } from '../src/backups/runs.ts'
import { portDefault } from '../src/base/api-paths.ts'
import { keepDefault } from '../src/base/backup-settings.ts'
import { exportsPerAccount, idempotencyKeyLengthMax } from '../src/base/bounds.ts'
import { drainSecondsDefault, sessionDays } from '../src/base/config.ts'
import { changesKeptDaysDefault } from '../src/base/kept-days.ts'
import { pageLimitMax } from '../src/base/schema.ts'
import { plans } from '../src/billing/plans/plans.ts'
import { graceDays, renewalNewsDays } from '../src/billing/settle/transitions.ts'
import { undoDays } from '../src/catalog/before-images.ts'
import { erasedAfterDays } from '../src/catalog/expire-sources.ts'
import { guardedFrom } from '../src/catalog/import/retire.ts'
import { rejectsKeptDays } from '../src/catalog/kept-rejects.ts'
import { contactsPerRevealMax } from '../src/contacts/reveal-contacts.ts'
import { majorVersionMin } from '../src/db/open.ts'
import { demoStores } from '../src/demo/demo.ts'
import { defaultBounds } from '../src/http/bound-connections.ts'
import { exportWaitSeconds } from '../src/http/pace-exports.ts'
import { refusalsLoggedEverySeconds } from '../src/http/refuse-overload.ts'
import { retrySecondsMax } from '../src/http/retry-times.ts'
import { waitsMs } from '../src/http/server.ts'
import { batchDays } from '../src/ingest/retention.ts'
import { batchIdLengthMax, requestsAtOnce } from '../src/ingest/serve-ingest.ts'
import { bodyBytesMax } from '../src/ingest/take-lines.ts'
import { leaseSeconds, runningMax } from '../src/jobs/job-leases.ts'
import { contactsPerJobMax } from '../src/jobs/job-request.ts'
import { sessionMinutes } from '../src/operator/operator-sessions.ts'
import { alertDaysBefore, answerEveryDays, warnDaysBefore } from '../src/privacy/drop/batches.ts'
import { remindAfterDays } from '../src/privacy/erasure-confirmations.ts'
import { dueDays, linkDays, remindDaysBefore } from '../src/privacy/requests.ts'
import { attemptLimits } from '../src/sign-in/attempts.ts'
import { passwordLength } from '../src/sign-in/passwords.ts'
import { supportViewMinutes } from '../src/sign-in/support-views.ts'

const { retries, timeoutSeconds, waitSecondsMax } = callDefaults
const { daily, weekly, monthly } = keepDefault
const { request, headers, idle, stop } = waitsMs
const pro = plans.get('pro')!
const port = String(portDefault)
const minutes = (what: keyof typeof attemptLimits): number => attemptLimits[what].windowMs / 60_000
const most = (what: keyof typeof attemptLimits): number => attemptLimits[what].most

/** A list: its numbers, separated by commas. Text: a number that is never grouped. */
type Stated = number | string | readonly number[]
type Statement = [text: string, ...numbers: Stated[]]

const { first, growth, max } = jobPollSeconds
const statuses = [...passing]
const pollDocs: Statement = ['more and more seldom, up to every # seconds.', max]
const pollPython: Statement[] = [
  pollDocs,
  ['        seconds = #\n        while True:', first],
  ['min(seconds * #, JOB_POLL_SECONDS_MAX)', growth],
]
const perRequest: Statement = ['any number of contacts, # a request.', contactsPerRevealMax]

/** What each file says; `#` stands for a number. */
const statements: Record<string, Statement[]> = {
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
    ['| `BACKUP_KEEP` | `#,#,#` |', daily, weekly, monthly],
    ['without use, and after # days in any case (1 to #)', sessionDays.max, sessionDays.max],
  ],
  'bin/healthy.mjs': [["process.env.PORT || '#'", port]],
  'deploy/Caddyfile': [['reverse_proxy prospector:# {', port]],
  'deploy/kubernetes/deployment.yaml': [['{ name: http, containerPort: # }', port]],
  'deploy/kubernetes/network-policy.yaml': [
    ['ingress-nginx }\n      ports:\n        - { protocol: TCP, port: # }', port],
  ],
  'docs/backups.md': [
    ['each of the last # days, # weeks and # months', daily, weekly, monthly],
    ['(`BACKUP_KEEP=#,#,#`)', daily, weekly, monthly],
    ['is tried again after #, # and # minutes', retryMinutes, 2 * retryMinutes, 3 * retryMinutes],
  ],
  'docs/behaviour.md': [
    ['when a request is due within # days', remindDaysBefore],
    ['The lists are due # days after the last complete answer. From # days before', answerEveryDays, warnDaysBefore],
    ['with an alert from # days before', alertDaysBefore],
    [
      'reads less than # bytes a second over # seconds',
      defaultBounds.slowestBytesPerSecond,
      defaultBounds.slowestOverMs / 1_000,
    ],
    ['A request has # seconds to arrive, its\n  headers #;', request / 1_000, headers / 1_000],
    ['at most # connections open, # of them from one network', defaultBounds.inAll, defaultBounds.perAddress],
    ['**SEC-9** A stop waits # seconds at most', stop / 1_000],
  ],
  'docs/errors.md': [
    ['Use 1 to # printable characters', idempotencyKeyLengthMax],
    ['Send the whole request within # seconds.', request / 1_000],
  ],
  'docs/import.md': [
    ['in a catalogue of at least # stores', guardedFrom],
    ['in one of at least # people', guardedFrom],
    ['`batch_id` (1 to # visible characters, kept for # days)', batchIdLengthMax, batchDays],
    ['A body has # MiB at most and must arrive within # seconds', bodyBytesMax / 1_024 ** 2, request / 1_000],
    ['At most # are taken at once by a thread', requestsAtOnce],
    ['did not take and why (# days, without', rejectsKeptDays],
    ['(the message lists them), and after # days.', undoDays],
    ['brings them back. # days after that, people are erased', erasedAfterDays],
  ],
  'docs/mechanisms/billing.md': [
    ['or # days after a paid period without news', renewalNewsDays],
    ['| `past_due` | for # days |', graceDays],
    ['keep access for # days past the paid period', renewalNewsDays],
  ],
  'docs/mechanisms/jobs.md': [
    ['ordinary reveals of at most # contacts', contactsPerRevealMax],
    ['claim a lease (# s)', leaseSeconds],
    ['The lease ends after # s,', leaseSeconds],
    ['More than # jobs of an account at once', runningMax],
  ],
  'docs/operating.md': [
    ['Use PostgreSQL # or later', majorVersionMin],
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
    ['have not used Prospector for so long; after # days', sessionDays.max],
    ['Entries are deleted after # days, and', auditDays],
    ['Sessions end after # minutes without use and after # hours.', sessionMinutes.idle, sessionMinutes.longest / 60],
    ['as one of its members sees them, for # minutes: read only', supportViewMinutes],
    ['those of sign-up: # to # characters', passwordLength.min, passwordLength.max],
  ],
  'docs/privacy.md': [
    ['a page and a JSON file, at once, for # days', linkDays],
    ['Requests are due # days after their confirmation: you get a mail # days before', dueDays, remindDaysBefore],
    ['Its owners are reminded after # and # days.', ...remindAfterDays],
    ['(`BACKUP_KEEP`; by default up to # months)', monthly],
  ],
  'docs/scaling.md': [['a server of version # to', majorVersionMin]],
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
  'integrations/n8n/README.md': [['**all** items together: # contacts a request', contactsPerRevealMax]],
  'integrations/n8n/nodes/Prospector/run.ts': [
    ['for (let seconds = #; ; seconds = Math.min(seconds * #, #)) {', first, growth, max],
  ],
  'integrations/n8n/nodes/ProspectorTrigger/verify.ts': [['const toleranceSeconds = #', toleranceSecondsDefault]],
  'integrations/n8n/nodes/call.ts': [
    ['const attemptsMax = #', retries + 1],
    ['const waitSecondsMax = #', waitSecondsMax],
    ['const mayPass = new Set([#])', statuses],
  ],
  'integrations/zapier/triggers/event.js': [['params: { ...named, after, limit: # }', pageLimitMax]],
  'integrations/zapier/triggers/list.js': [['params: { limit: #, ...(cursor', pageLimitMax]],
  'integrations/zapier/signature.js': [['const toleranceSeconds = #', toleranceSecondsDefault]],
  'scripts/dev.mjs': [["process.env.PORT || '#'", port]],
  'sdk-python/README.md': [
    ['| reveal more than # | `reveal_many(ids)`: # a request.', contactsPerRevealMax, contactsPerRevealMax],
    ['| know the cost of more than # |', contactsPerRevealMax],
    ['contact_ids=ids)`: up to # |', contactsPerJobMax],
    ['`retries` (#), `timeout_seconds` (#), `wait_seconds_max` (#)', retries, timeoutSeconds, waitSecondsMax],
  ],
  'sdk-python/src/prospector_client/_async_client.py': [perRequest, ...pollPython],
  'sdk-python/src/prospector_client/_client.py': [perRequest, ...pollPython],
  'sdk-python/src/prospector_client/_options.py': [
    ['DEFAULT_RETRIES: Final = #', retries],
    ['DEFAULT_WAIT_SECONDS_MAX: Final = #.0', waitSecondsMax],
    ['DEFAULT_TIMEOUT_SECONDS: Final = #.0', timeoutSeconds],
    ['JOB_POLL_SECONDS_MAX: Final = #.0', max],
    ['a failure that may pass. Default #.', retries],
    ['The longest wait before a retry. Default #.', waitSecondsMax],
    ['an attempt may wait for the service. Default #.', timeoutSeconds],
  ],
  'sdk-python/src/prospector_client/_transport.py': [
    ['_PASSING = {#}', statuses],
    ['else # * 2**attempt', firstRetrySeconds],
  ],
  'sdk-python/src/prospector_client/webhooks.py': [['tolerance_seconds: float = #,', toleranceSecondsDefault]],
  'sdk/README.md': [
    ['| reveal more than # | `revealMany(ids)`: # a request.', contactsPerRevealMax, contactsPerRevealMax],
    ['| know the cost of more than # |', contactsPerRevealMax],
    ['contact_ids })`: up to # |', contactsPerJobMax],
    [
      '`retries` (#), `timeoutSeconds` (#, for an attempt), `waitSecondsMax` (#)',
      retries,
      timeoutSeconds,
      waitSecondsMax,
    ],
  ],
  'sdk/call.ts': [
    ['a failure that may pass. Default #.', retries],
    ['before a retry, in seconds. Default #, which', waitSecondsMax],
    ['one attempt may take, in seconds. Default #.', timeoutSeconds],
  ],
  'sdk/following.ts': [pollDocs],
  'sdk/prospector.ts': [perRequest],
  'sdk/webhooks.ts': [['may be off, in seconds. Default #.', toleranceSecondsDefault]],
}

export const filesWithNumbers = Object.keys(statements)

/** The file with the numbers that hold. What it no longer says is an error, so that nobody forgets it here. */
export function withNumbers(file: string, found: string): string {
  const statementsOf = statements[file] ?? []
  return statementsOf.reduce((text, [says, ...numbers]) => {
    const parts = says.split('#')
    if (parts.length !== numbers.length + 1) throw new Error(`"${says}" has not ${numbers.length} numbers.`)
    const between = numbers.map((number) => (typeof number !== 'object' ? '\\d(?:[\\d,.]*\\d)?' : '\\d+(?:, \\d+)*'))
    const pattern = new RegExp(parts.map((part, at) => `${escaped(part)}${between[at] ?? ''}`).join(''), 'g')
    if (text.match(pattern)?.length !== 1) throw new Error(`${file} must say "${says}", once.`)
    return text.replace(pattern, () => parts.map((part, at) => `${part}${written(file, numbers[at])}`).join(''))
  }, found)
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function written(file: string, number: Stated = []): string {
  if (typeof number === 'object') return number.join(', ')
  return typeof number === 'number' && file.endsWith('.md') ? number.toLocaleString('en-US') : String(number)
}
