/** Numbers in packages of their own. */
import { callDefaults } from '../../sdk/call.ts'
import { jobPollSeconds } from '../../sdk/following.ts'
import { firstRetrySeconds, passing } from '../../sdk/transport.ts'
import { toleranceSecondsDefault } from '../../sdk/webhooks.ts'
import { pageLimitMax } from '../../src/base/schema.ts'
import { contactsPerRevealMax } from '../../src/contacts/reveal-contacts.ts'
import { contactsPerJobMax } from '../../src/jobs/job-request.ts'
import type { Statement, Statements } from './statement.ts'

const { retries, timeoutSeconds, waitSecondsMax } = callDefaults
const { first, growth, max } = jobPollSeconds
const statuses = [...passing]
const pollDocs: Statement = ['more and more seldom, up to every # seconds.', max]
const pollPython: Statement[] = [
  pollDocs,
  ['        seconds = #\n        while True:', first],
  ['min(seconds * #, JOB_POLL_SECONDS_MAX)', growth],
]
const perRequest: Statement = ['any number of contacts, # a request.', contactsPerRevealMax]

export const inPackages: Statements = {
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
