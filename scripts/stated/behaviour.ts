/** Numbers in the rules of docs/behaviour.md. */

import { toleranceSecondsDefault as clientToleranceSeconds } from '../../sdk/webhooks.ts'
import { fixedMeterLimits, memberLimitsOf } from '../../src/accounts/limits.ts'
import { standardTrial } from '../../src/accounts/plan.ts'
import { testCreditsPerMonth } from '../../src/accounts/plan-state.ts'
import { clockAheadMaxYears } from '../../src/accounts/test-account.ts'
import { auditDays } from '../../src/audit/retention.ts'
import { triesMax } from '../../src/backups/runs.ts'
import { unverifiedDays } from '../../src/backups/stored-backups.ts'
import { keepDefault } from '../../src/base/backup-settings.ts'
import { bounceRules } from '../../src/base/bounce-rules.ts'
import {
  bodyBytesMax,
  exclusionEntriesMax,
  exclusionsMax,
  exportsPerAccount,
  idempotencyKeyLengthMax,
  largeBodyBytesMax,
  reportedMatchesMax,
  trialEndingDays,
  unfinishedJobsMax,
  watchedResultsMax,
  webhookFailsDays,
  webhooksMax,
} from '../../src/base/bounds.ts'
import { sessionDays } from '../../src/base/config.ts'
import { eventDays } from '../../src/base/event-types.ts'
import { counts } from '../../src/base/process-places.ts'
import { pageLimitDefault, pageLimitMax } from '../../src/base/schema.ts'
import { creditsExpiringDays } from '../../src/billing/clock-events.ts'
import { checkoutMinutes } from '../../src/billing/context/link-minutes.ts'
import { cardExpiringDays } from '../../src/billing/notices/notices.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { graceDays } from '../../src/billing/settle/transitions.ts'
import { toleranceSeconds } from '../../src/billing/stripe/signed-events.ts'
import { bouncesPerRequestMax } from '../../src/bounces/report-bounces.ts'
import { sharesFrom, shownFrom } from '../../src/browse/rounding.ts'
import { cardsToBounce } from '../../src/catalog/email-reports.ts'
import { movedDays } from '../../src/catalog/moved-emails.ts'
import { noticeDays } from '../../src/catalog/unnotified-people.ts'
import { itemsPerRequestMax } from '../../src/collections/list-schema.ts'
import { itemsMax, listsMax } from '../../src/collections/lists.ts'
import { contactsPerRevealMax } from '../../src/contacts/reveal-contacts.ts'
import { keyHours } from '../../src/credits/retention.ts'
import { size } from '../../src/demo/test-catalogue.ts'
import { entriesPerCallMax } from '../../src/exclusions/exclusion-schema.ts'
import { defaultBounds } from '../../src/http/bound-connections.ts'
import { smallBytes } from '../../src/http/compression.ts'
import { graceMs } from '../../src/http/idle-connections.ts'
import { retrySecondsMax } from '../../src/http/retry-times.ts'
import { waitsMs } from '../../src/http/server.ts'
import { depthMax } from '../../src/http/validation.ts'
import { firstPauseSeconds, longestPauseSeconds } from '../../src/hubspot/dispatch.ts'
import { burstPauseMs, dayPauseMs } from '../../src/hubspot/faults.ts'
import { resultDays } from '../../src/jobs/job.ts'
import { runningMax } from '../../src/jobs/job-leases.ts'
import { domainsPerJobMax } from '../../src/jobs/job-request.ts'
import { hangsAfterMinutes } from '../../src/jobs/operator-jobs.ts'
import { attemptsMax, firstPauseSeconds as jobPauseSeconds } from '../../src/jobs/run-slice.ts'
import { failureMs, keptMax } from '../../src/oauth/client-documents.ts'
import { lifetimes } from '../../src/oauth/lifetimes.ts'
import { comparedPart } from '../../src/operator/billing-operations.ts'
import { lateAfterSeconds } from '../../src/operator/health/customer-checks.ts'
import { sessionMinutes } from '../../src/operator/operator-sessions.ts'
import { actDays } from '../../src/operator/retention.ts'
import { alertDaysBefore, answerEveryDays, warnDaysBefore } from '../../src/privacy/drop/batches.ts'
import { remindAfterDays } from '../../src/privacy/erasure-confirmations.ts'
import { dueDays, linkDays, remindDaysBefore } from '../../src/privacy/requests.ts'
import { reportMonths } from '../../src/reports/report.ts'
import { accountsMin } from '../../src/reports/unmet-searches.ts'
import { nearLettersMin, typoLettersMin } from '../../src/search/columns/words.ts'
import { changeFacetDays } from '../../src/search/query/change-facet.ts'
import { changesPerSearchMax, daysMax } from '../../src/search/request-schema.ts'
import { attemptLimits } from '../../src/sign-in/attempts.ts'
import { supportViewMinutes } from '../../src/sign-in/support-views.ts'
import { domainsPerRequestMax, previewsPerStore } from '../../src/stores/enrich-stores.ts'
import { similarStoresMax } from '../../src/stores/find-similar-stores.ts'
import { previewDays } from '../../src/watches/recent-news.ts'
import { matchDays } from '../../src/watches/retention.ts'
import { pausesMs, replyWithinMs } from '../../src/webhooks/attempts.ts'
import { requestsAtOnce } from '../../src/webhooks/deliveries.ts'
import { deliveryBytesMax } from '../../src/webhooks/dispatch.ts'
import { busyFrom } from '../../src/webhooks/round-pace.ts'
import { warnAfterHours } from '../../src/webhooks/webhook-mail.ts'
import { oldSecretHours } from '../../src/webhooks/webhooks.ts'
import { noteLengthMax, tagLengthMax, tagsMax } from '../../src/work/work-schema.ts'
import { usualDays } from '../../web/src/shared/search/change-params.ts'
import type { Statement } from './statement.ts'

const { daily, weekly, monthly } = keepDefault
const pro = plans.get('pro')!
const creditsOf = (plan: string): number => plans.get(plan)!.creditsPerMonth
const minutes = (what: keyof typeof attemptLimits): number => attemptLimits[what].windowMs / 60_000
const most = (what: keyof typeof attemptLimits): number => attemptLimits[what].most
/** In the units of the sentence. */
const pauses = pausesMs.map((pause, at) => pause / ([1_000, 60_000, 60_000][at] ?? 3_600_000))

export const rules: readonly Statement[] = [
  ['A body over # KiB (# MiB in operations', bodyBytesMax / 1_024, largeBodyBytesMax / 1_024 ** 2],
  ['Nesting beyond # levels', depthMax],
  ['Replies of # KiB and more', smallBytes / 1_024],
  [
    '`pro` # credits a month, `business` #, `enterprise` #, and on',
    creditsOf('pro'),
    creditsOf('business'),
    creditsOf('enterprise'),
  ],
  ['A trial of `pro` has # credits and lasts # days', standardTrial.credits, standardTrial.days],
  ['access stays for # days of grace', graceDays],
  ['lives until its `expires_at`, # minutes at', checkoutMinutes],
  ['altered or older than # minutes are ignored', toleranceSeconds / 60],
  ['of each card that expires within # days', cardExpiringDays],
  ['take # requests a minute and # a day by default', pro.requestsPerMinute, pro.requestsPerDay],
  [
    'a window of their own, # a minute; billing operations share another, # a minute; reading',
    fixedMeterLimits.own.minute,
    fixedMeterLimits.billing.minute,
  ],
  ['managing webhooks and HubSpot a third, # a minute', fixedMeterLimits.feed.minute],
  [
    'windows of their own: # requests a minute for a member, # search rows a month',
    memberLimitsOf('request').minute,
    pro.webSearchRowsPerMonth,
  ],
  [
    '`contact_ids` takes 1 to # items, `limit` of a search 1 to # (# unless given), `domains` of an enrichment 1 to #, an `Idempotency-Key` 1 to # characters',
    contactsPerRevealMax,
    pageLimitMax,
    pageLimitDefault,
    domainsPerRequestMax,
    idempotencyKeyLengthMax,
  ],
  ['entries younger than # days', auditDays],
  ['up to # entries a call (`mode', entriesPerCallMax],
  ['at most # entries in # lists', exclusionEntriesMax, exclusionsMax],
  ['`POST /bounces` takes 1 to # bounces', bouncesPerRequestMax],
  ['ends with the period or in # days', bounceRules.creditDays],
  ['`too_old`: revealed more than # days before', bounceRules.reportWithinDays],
  [
    'up to # % of the contacts revealed in the last # days, and up to # in any case',
    bounceRules.percent,
    bounceRules.reportWithinDays,
    bounceRules.atLeast,
  ],
  ['and `bounced` once # accounts', cardsToBounce],
  ['a keyed hash of it is kept, for # days', movedDays],
  ['an `Idempotency-Key` of 1 to # characters without', idempotencyKeyLengthMax],
  ['remembered for at least # hours after the reveal', keyHours],
  ['and of stores: # an account, # items each, up to # ids a call', listsMax, itemsMax, itemsPerRequestMax],
  ['that finds more than # is a 409', watchedResultsMax],
  ['`GET /watches/{id}/matches` (# days, newest first)', matchDays],
  ['with up to # previews and a cursor', reportedMatchesMax],
  ['(`watches`, #); one more', pro.watches],
  ['would have reported in the last # days, before it is made', previewDays],
  ['with what the last # days would have reported', previewDays],
  ['`tags` (up to # of 1 to\n  # characters) and `note` (up to #)', tagsMax, tagLengthMax, noteLengthMax],
  ['changes the work on up to # contacts', itemsPerRequestMax],
  ['the end of a trial # days before (`trial.ending`)', trialEndingDays],
  ['expire by date # days before (`credits.expiring`)', creditsExpiringDays],
  ['Events are kept for # days. `after`', eventDays],
  ['`feed_requests_per_minute` (#)', fixedMeterLimits.feed.minute],
  ['at most # webhooks (one more is a 409', webhooksMax],
  ['for # hours after a rotation with both secrets. 2xx within # seconds is', oldSecretHours, replyWithinMs / 1_000],
  ['A webhook has # kB at most, with as many', deliveryBytesMax / 1_000],
  ['tried again after # s, # min, # min, #, #, #, #, # and # h with', ...pauses],
  ['A receiver has # requests at once at most', requestsAtOnce],
  ['410 disables a webhook at once, # days without', webhookFailsDays],
  ['who are warned after # hours. A new address', warnAfterHours],
  ['busy with # requests or more', busyFrom],
  [
    'without it # seconds, a used-up day # minutes), an outage for # seconds to # minutes',
    burstPauseMs / 1_000,
    dayPauseMs / 60_000,
    firstPauseSeconds,
    longestPauseSeconds / 60,
  ],
  ['something that has waited for # minutes without a node', lateAfterSeconds / 60],
  ['in the background, at most # at a time', contactsPerRevealMax],
  ['**JOB-13** # jobs of an account run at once', runningMax],
  ['for # days after its end.\n- **JOB-15**', resultDays],
  ['takes up to # domains in any form', domainsPerJobMax],
  ['**JOB-20** At most # jobs of an account are queued or running', unfinishedJobsMax],
  [
    'tried again after # seconds, then after twice as long each time. After # attempts in a row',
    jobPauseSeconds,
    attemptsMax,
  ],
  ['a synthetic catalogue of # stores', size.stores],
  ['with # test credits a month', testCreditsPerMonth],
  ['is at most # years ahead', clockAheadMaxYears],
  ['whose store changed so in the # days before', changeFacetDays],
  ['forgiven in words of # letters or more', typoLettersMin],
  ['that are half typed, from # letters on; `searched_as`', nearLettersMin],
  ['fits, one typo is forgiven from # letters on', nearLettersMin],
  ['`store.changes` takes up to # items', changesPerSearchMax],
  ['"Within n days" (1 to #)', daysMax],
  ['within # days where no time is said', usualDays],
  ['(`total_about`), from # matches on', sharesFrom],
  ['Of fewer than # matches nothing is told', shownFrom],
  ['in the web application, # requests a minute for a member', fixedMeterLimits.sample.minute],
  ['lists the # stores most like', similarStoresMax],
  ['adds at most # previews a store', previewsPerStore],
  ['A link lives # days, works in any', linkDays],
  ['as a page and as a file, for # days: everything', linkDays],
  ['or `refuse`, due # days after', dueDays],
  [
    'Mails a day to a mailbox: # for each kind of request; a network may ask # times an hour',
    (most('privacy mail') * 24 * 60) / minutes('privacy mail'),
    most('privacy request'),
  ],
  ['erase`, get one after # and after # days', ...remindAfterDays],
  ['should have been within # days of the collection', noticeDays],
  ['**AUDIT-5** Entries are deleted after # days', auditDays],
  ['Codes work once, within # minutes, at', lifetimes.codeMinutes],
  ['(# an hour, then 429), few at once, and never twice within # minutes', most('client document'), failureMs / 60_000],
  ['At most # documents are kept', keptMax],
  ['(Standard Webhooks 1.0.0) within # minutes, and nothing', clientToleranceSeconds / 60],
  ['secret signed within # minutes, and once', clientToleranceSeconds / 60],
  ['after more than # days with the oldest', eventDays],
  [
    'due for a webhook for # minutes, of jobs that made no progress for # minutes',
    lateAfterSeconds / 60,
    hangsAfterMinutes,
  ],
  ['when the operator asks, at most # at a time', comparedPart.most],
  ['the second step, for # minutes', sessionMinutes.half],
  ['A session ends after # minutes without use, and # hours after', sessionMinutes.idle, sessionMinutes.longest / 60],
  [
    'by network (# in # minutes) and by email (# an hour)',
    most('operator sign-in at a network'),
    minutes('operator sign-in at a network'),
    most('operator sign-in'),
  ],
  ['codes by operator (# in # minutes)', most('operator code'), minutes('operator code')],
  ['makes a repeated request the same act, for # days', actDays],
  ['with a banner, for # minutes and a reason', supportViewMinutes],
  ['one that fails is tried again # times', triesMax - 1],
  [
    'the last of each of the last # days, # weeks and # months that have one are kept; the newest always is. Unverified ones go after # days',
    daily,
    weekly,
    monthly,
    unverifiedDays,
  ],
  ['A word is stored when # accounts', accountsMin],
  ['(default: the last # months), a name', reportMonths],
  ['`Retry-After` (1 second, in a flood up to #)', retrySecondsMax],
  ['spreadsheets at most # at once for an account (one more is a 429', exportsPerAccount],
  [
    'An idle connection is closed # seconds after the time that its client is told (`Keep-Alive: timeout=#`)',
    graceMs / 1_000,
    waitsMs.idle / 1_000,
  ],
  ['Passwords are hashed # at a time', counts.hashing],
  ['`SESSION_IDLE_DAYS` (#) ends, and every session ends # days after', sessionDays.idleDefault, sessionDays.max],
  ['when a request is due within # days', remindDaysBefore],
  ['The lists are due # days after the last complete answer. From # days before', answerEveryDays, warnDaysBefore],
  ['with an alert from # days before', alertDaysBefore],
  [
    'reads less than # bytes a second over # seconds',
    defaultBounds.slowestBytesPerSecond,
    defaultBounds.slowestOverMs / 1_000,
  ],
  ['A request has # seconds to arrive, its\n  headers #;', waitsMs.request / 1_000, waitsMs.headers / 1_000],
  ['at most # connections open, # of them from one network', defaultBounds.inAll, defaultBounds.perAddress],
  ['**SEC-9** A stop waits # seconds at most', waitsMs.stop / 1_000],
]
