/** Numbers of the code in files that can't import them: documents, alert rules, and packages of their own. */
import { callDefaults } from '../sdk/call.ts'
import { toleranceSecondsDefault } from '../sdk/webhooks.ts'
import { auditDays } from '../src/audit/retention.ts'
import { keepDefault } from '../src/base/backup-settings.ts'
import { sessionDays } from '../src/base/config.ts'
import { graceDays, renewalNewsDays } from '../src/billing/settle/transitions.ts'
import { undoDays } from '../src/catalog/before-images.ts'
import { erasedAfterDays } from '../src/catalog/expire-sources.ts'
import { rejectsKeptDays } from '../src/catalog/kept-rejects.ts'
import { contactsPerRevealMax } from '../src/contacts/reveal-contacts.ts'
import { contactsPerJobMax } from '../src/jobs/job-request.ts'
import { hangsAfterMinutes } from '../src/jobs/operator-jobs.ts'
import { lateAfterHours } from '../src/operator/health/backup-checks.ts'
import { sessionMinutes } from '../src/operator/operator-sessions.ts'
import { remindAfterDays } from '../src/privacy/erasure-confirmations.ts'
import { dueDays, linkDays } from '../src/privacy/requests.ts'
import { passwordLength } from '../src/sign-in/passwords.ts'
import { supportViewMinutes } from '../src/sign-in/support-views.ts'

const { retries, timeoutSeconds, waitSecondsMax } = callDefaults
const { daily, weekly, monthly } = keepDefault

type Statement = [text: string, ...numbers: number[]]

const perRequest: Statement = ['any number of contacts, # a request.', contactsPerRevealMax]

/** What each file says; `#` stands for a number. */
const statements: Record<string, Statement[]> = {
  'README.md': [
    ['| `BACKUP_KEEP` | `#,#,#` |', daily, weekly, monthly],
    ['without use, and after # days in any case (1 to #)', sessionDays.max, sessionDays.max],
  ],
  'deploy/prometheus/alerts.yml': [
    ['max(prospector_backup_late_seconds) > #', lateAfterHours * 3_600],
    ['due for more than # hours, and none', lateAfterHours],
    ['(prospector_customer_job_idle_seconds) > #', hangsAfterMinutes * 60],
    ['nothing has been done for it for # minutes', hangsAfterMinutes],
  ],
  'docs/backups.md': [
    ['each of the last # days, # weeks and # months', daily, weekly, monthly],
    ['(`BACKUP_KEEP=#,#,#`)', daily, weekly, monthly],
  ],
  'docs/import.md': [
    ['did not take and why (# days, without', rejectsKeptDays],
    ['(the message lists them), and after # days.', undoDays],
    ['brings them back. # days after that, people are erased', erasedAfterDays],
  ],
  'docs/mechanisms/billing.md': [
    ['or # days after a paid period without news', renewalNewsDays],
    ['| `past_due` | for # days |', graceDays],
    ['keep access for # days past the paid period', renewalNewsDays],
  ],
  'docs/mechanisms/jobs.md': [['ordinary reveals of at most # contacts', contactsPerRevealMax]],
  'docs/operating.md': [
    ['have not used Prospector for so long; after # days', sessionDays.max],
    ['Entries are deleted after # days, and', auditDays],
    ['Sessions end after # minutes without use and after # hours.', sessionMinutes.idle, sessionMinutes.longest / 60],
    ['as one of its members sees them, for # minutes: read only', supportViewMinutes],
    ['those of sign-up: # to # characters', passwordLength.min, passwordLength.max],
  ],
  'docs/privacy.md': [
    ['a page and a JSON file, at once, for # days', linkDays],
    ['Requests are due # days after their confirmation', dueDays],
    ['Its owners are reminded after # and # days.', ...remindAfterDays],
  ],
  'docs/stripe.md': [
    ['it ends # days after the first failed attempt', graceDays],
    ['| `active` | yes; ends # days after the paid period', renewalNewsDays],
    ['| `past_due` | for # days from the first failed attempt', graceDays],
    ['monthly plans keep access for # days after the paid month', renewalNewsDays],
    ['past due, a mail, # days of', graceDays],
  ],
  'integrations/n8n/README.md': [['**all** items together: # contacts a request', contactsPerRevealMax]],
  'integrations/n8n/nodes/ProspectorTrigger/verify.ts': [['const toleranceSeconds = #', toleranceSecondsDefault]],
  'integrations/n8n/nodes/call.ts': [
    ['const attemptsMax = #', retries + 1],
    ['const waitSecondsMax = #', waitSecondsMax],
  ],
  'integrations/zapier/signature.js': [['const toleranceSeconds = #', toleranceSecondsDefault]],
  'sdk-python/README.md': [
    ['| reveal more than # | `reveal_many(ids)`: # a request.', contactsPerRevealMax, contactsPerRevealMax],
    ['| know the cost of more than # |', contactsPerRevealMax],
    ['contact_ids=ids)`: up to # |', contactsPerJobMax],
    ['`retries` (#), `timeout_seconds` (#), `wait_seconds_max` (#)', retries, timeoutSeconds, waitSecondsMax],
  ],
  'sdk-python/src/prospector_client/_async_client.py': [perRequest],
  'sdk-python/src/prospector_client/_client.py': [perRequest],
  'sdk-python/src/prospector_client/_options.py': [
    ['DEFAULT_RETRIES: Final = #', retries],
    ['DEFAULT_WAIT_SECONDS_MAX: Final = #.0', waitSecondsMax],
    ['DEFAULT_TIMEOUT_SECONDS: Final = #.0', timeoutSeconds],
    ['a failure that may pass. Default #.', retries],
    ['The longest wait before a retry. Default #.', waitSecondsMax],
    ['an attempt may wait for the service. Default #.', timeoutSeconds],
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
  'sdk/prospector.ts': [perRequest],
  'sdk/webhooks.ts': [['may be off, in seconds. Default #.', toleranceSecondsDefault]],
}

export const filesWithNumbers = Object.keys(statements)

/** The file with the numbers that hold. What it no longer says is an error, so that nobody forgets it here. */
export function withNumbers(file: string, found: string): string {
  const statementsOf = statements[file] ?? []
  return statementsOf.reduce((text, [says, ...numbers]) => {
    const pattern = new RegExp(says.split('#').map(escaped).join('\\d(?:[\\d,]*\\d)?'), 'g')
    if (says.split('#').length !== numbers.length + 1) throw new Error(`"${says}" has not ${numbers.length} numbers.`)
    if (text.match(pattern)?.length !== 1) throw new Error(`${file} must say "${says}", once.`)
    return text.replace(pattern, () => written(file, says, numbers))
  }, found)
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function written(file: string, says: string, numbers: readonly number[]): string {
  const texts = numbers.map((number) => (file.endsWith('.md') ? number.toLocaleString('en-US') : String(number)))
  return says.replaceAll('#', () => texts.shift()!)
}
