import type { BillingAction } from './billing-action-schema.ts'
import {
  addressBytesMax,
  bodyBytesMax,
  exclusionEntriesMax,
  exclusionsMax,
  headersBytesMax,
  hubspotRunsMax,
  idempotencyKeyLengthMax,
  largeBodyBytesMax,
  unfinishedJobsMax,
  watchedResultsMax,
  webhooksMax,
} from './bounds.ts'
import { count, size } from './words.ts'

/** Every error a caller can see. docs/errors.md is held against this list, both ways, by a test. */
export const problemCatalogue = {
  invalid_request: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'A field of the body, the query string or a header is not valid. `param` names it.',
  },
  invalid_json: { status: 400, type: 'invalid_request_error', meaning: 'The body is not valid JSON.' },
  invalid_contact_id: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'An item of `contact_ids` is not a contact id. Use only ids that this service returned.',
  },
  invalid_cursor: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The cursor was not issued to this account for this query. Start again without a cursor.',
  },
  invalid_idempotency_key: {
    status: 400,
    type: 'invalid_request_error',
    meaning: `The Idempotency-Key is empty, longer than ${idempotencyKeyLengthMax} characters, or contains control characters.`,
  },
  missing_credentials: { status: 401, type: 'authentication_error', meaning: 'No Bearer credential was sent.' },
  invalid_credentials: {
    status: 401,
    type: 'authentication_error',
    meaning: 'The credential is unknown, revoked or expired. The reply does not say which.',
  },
  insufficient_contact_credits: {
    status: 402,
    type: 'quota_error',
    meaning: 'The account has too few credits for the new contacts. Nothing was spent or revealed.',
  },
  key_credit_limit_reached: {
    status: 402,
    type: 'quota_error',
    meaning: 'This reveal would exceed the API key’s credit limit for this period. Nothing was spent.',
  },
  member_credit_limit_reached: {
    status: 402,
    type: 'quota_error',
    meaning: 'This reveal would exceed the member’s credit limit for this period. Nothing was spent.',
  },
  connection_credit_limit_reached: {
    status: 402,
    type: 'quota_error',
    meaning: 'This reveal would exceed the connection’s credit limit for this period. Nothing was spent.',
  },
  payment_failed: {
    status: 402,
    type: 'invalid_request_error',
    meaning: 'The card was declined. Nothing was changed or charged. Use another card in the billing portal.',
  },
  api_access_required: {
    status: 403,
    type: 'permission_error',
    meaning: 'The account has no API access. `billing` says how to get or restore it.',
  },
  test_key_required: {
    status: 403,
    type: 'permission_error',
    meaning: 'The operation belongs to test mode, and the credential does not.',
  },
  owner_required: {
    status: 403,
    type: 'permission_error',
    meaning: 'Only an owner of the account can do this.',
  },
  admin_required: {
    status: 403,
    type: 'permission_error',
    meaning: 'An owner or admin set this limit, and only owners and admins can change it.',
  },
  account_suspended: {
    status: 403,
    type: 'permission_error',
    meaning: 'The operator of this service has suspended the account. Nothing was read, changed or spent.',
  },
  insufficient_scope: {
    status: 403,
    type: 'permission_error',
    meaning: 'The credential does not have the scope that this operation needs. `WWW-Authenticate` names it.',
  },
  host_not_allowed: {
    status: 403,
    type: 'permission_error',
    meaning: 'A page in a browser called this service under a host name that is not its own.',
  },
  no_revealable_contacts: {
    status: 404,
    type: 'not_found_error',
    meaning: 'None of the requested contacts can be revealed. Nothing was spent.',
  },
  contact_not_found: {
    status: 404,
    type: 'not_found_error',
    meaning:
      'This account has revealed no contact with this id, or, where a contact need not be revealed, it can’t see one with this id.',
  },
  store_not_found: { status: 404, type: 'not_found_error', meaning: 'The catalogue has no store with this domain.' },
  billing_customer_not_found: {
    status: 404,
    type: 'not_found_error',
    meaning: 'The account is not yet a customer at the payment provider. Create a subscription link first.',
  },
  resource_not_found: {
    status: 404,
    type: 'not_found_error',
    meaning: 'This account has nothing with this id. An id of another account gets the same reply.',
  },
  route_not_found: { status: 404, type: 'not_found_error', meaning: 'There is no such endpoint.' },
  method_not_allowed: {
    status: 405,
    type: 'invalid_request_error',
    meaning: 'The path does not support this method. `Allow` lists the methods it supports.',
  },
  subscription_required: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'This needs a subscription. Create a subscription link first.',
  },
  not_in_trial: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'The account is not in a trial, so there is none to end. Nothing was charged.',
  },
  billing_not_configured: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'This installation takes no payments. Its operator can change plans and credits.',
  },
  plan_not_for_sale: {
    status: 409,
    type: 'invalid_request_error',
    meaning:
      'The plan has no price at the payment provider for this interval, or the account has a subscription there that is not ' +
      'assigned to a plan. The operator was told.',
  },
  last_owner: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'An account must have at least one owner. Make someone else an owner first.',
  },
  too_many_jobs: {
    status: 409,
    type: 'invalid_request_error',
    meaning: `${unfinishedJobsMax} jobs of the account are queued or running. Try again when one has ended, or cancel one.`,
  },
  too_many_watches: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'The account watches as many saved searches and lists as its plan includes. Stop watching one first.',
  },
  watch_too_broad: {
    status: 409,
    type: 'invalid_request_error',
    meaning: `The saved search finds more than ${count(watchedResultsMax)} results, which is too broad to watch. Narrow it first.`,
  },
  too_many_webhooks: {
    status: 409,
    type: 'invalid_request_error',
    meaning: `The account has ${webhooksMax} webhooks, and can have no more. Delete one first.`,
  },
  too_many_exclusions: {
    status: 409,
    type: 'invalid_request_error',
    meaning: `The account would have more than ${count(exclusionEntriesMax)} entries in exclusion lists, or more than ${exclusionsMax} lists. Nothing was changed.`,
  },
  webhook_disabled: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'The webhook is disabled, and nothing can be sent to it. Enable it first.',
  },
  hubspot_not_connected: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'HubSpot is not connected, or the connection has stopped. The message says what to do.',
  },
  too_many_hubspot_runs: {
    status: 409,
    type: 'invalid_request_error',
    meaning: `${hubspotRunsMax} runs to HubSpot that were asked for have not ended. Try again when one has.`,
  },
  events_expired: {
    status: 410,
    type: 'invalid_request_error',
    meaning: 'Events after `after` are no longer kept. `oldest_sequence` says where the feed begins.',
  },
  idempotency_conflict: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'The Idempotency-Key was already used for another request: for other contacts, or another job.',
  },
  job_is_over: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'The job has finished, failed or been cancelled already.',
  },
  job_not_stopped: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'Only a job that has stopped can be resumed.',
  },
  request_timeout: {
    status: 408,
    type: 'invalid_request_error',
    meaning: 'The request did not arrive in time. Nothing was done.',
  },
  request_too_large: {
    status: 413,
    type: 'invalid_request_error',
    meaning: `The body is larger than ${size(bodyBytesMax)}, or than ${size(largeBodyBytesMax)} where long lists are taken.`,
  },
  uri_too_long: {
    status: 414,
    type: 'invalid_request_error',
    meaning: `The request URL is longer than ${size(addressBytesMax)}.`,
  },
  unsupported_media_type: {
    status: 415,
    type: 'invalid_request_error',
    meaning: 'A POST needs a JSON body in UTF-8, with `Content-Type: application/json` and no `Content-Encoding`.',
  },
  rate_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    meaning:
      'Rate limit exceeded: a rate limit or quota is used up. `limit` names it, and `Retry-After` says when to try again.',
  },
  headers_too_large: {
    status: 431,
    type: 'invalid_request_error',
    meaning: `The request headers are larger than ${size(headersBytesMax)} in total.`,
  },
  internal_error: {
    status: 500,
    type: 'server_error',
    meaning: 'Something went wrong on the server. If it persists, report the request id.',
  },
  billing_provider_error: {
    status: 502,
    type: 'server_error',
    meaning: 'The payment provider refused or did not answer. Nothing was changed; the operator was told.',
  },
  hubspot_unavailable: {
    status: 502,
    type: 'server_error',
    meaning: 'HubSpot did not answer, or its limit is used up. Nothing was changed.',
  },
  service_unavailable: {
    status: 503,
    type: 'server_error',
    meaning:
      'The service is starting, stopping, overloaded or has lost its database. Try again after `Retry-After` seconds.',
  },
} as const satisfies Record<string, { status: number; type: string; meaning: string }>

export type ProblemCode = keyof typeof problemCatalogue

export const problemTypes = [
  'authentication_error',
  'permission_error',
  'invalid_request_error',
  'rate_limit_error',
  'quota_error',
  'not_found_error',
  'server_error',
] as const

/** The windows and quotas that a request can be refused for. */
export const limitNames = [
  'requests_per_minute',
  'requests_per_day',
  'own_requests_per_minute',
  'billing_requests_per_minute',
  'session_requests_per_minute',
  'feed_requests_per_minute',
  'sample_requests_per_minute',
  'web_requests_per_minute',
  'search_rows_per_month',
  'web_search_rows_per_month',
  'exports_at_once',
] as const

type ExceededLimit = {
  name: (typeof limitNames)[number]
  limit: number
  remaining: number
  resets_at: string
}

type Details = {
  message: string
  param?: string
  billing?: BillingAction
  limit?: ExceededLimit
  /** Where the feed of events begins. */
  oldestSequence?: number
  headers?: Record<string, string>
}

/** An expected failure, thrown where it is found and translated into a reply once, by REST or MCP. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: Details

  constructor(code: ProblemCode, details: Details) {
    super(details.message)
    this.name = 'Problem'
    this.code = code
    this.details = details
  }

  get status(): number {
    return problemCatalogue[this.code].status
  }

  /** The error envelope, as every caller sees it. */
  toBody(requestId: string, docsUrl: string) {
    const { message, param, billing, limit, oldestSequence } = this.details
    return {
      error: {
        type: problemCatalogue[this.code].type,
        code: this.code,
        message,
        ...(param !== undefined && { param }),
        ...(billing && { billing }),
        ...(limit && { limit }),
        ...(oldestSequence !== undefined && { oldest_sequence: oldestSequence }),
        doc_url: `${docsUrl}/errors/${this.code}`,
        request_id: requestId,
      },
    }
  }
}

/** Counters whose name says nothing to the person who meets the limit. */
const countedNames: Record<string, string> = {
  own_requests: 'requests for usage and credits',
  feed_requests: 'requests for events, webhooks and HubSpot',
  web_search_rows: 'search rows in the web application',
}

/** What ran out, when it renews and what to do: `Rate limit exceeded: 60 requests per minute. Try again at 09:31:00 UTC.` */
function usedUp({ name, limit, resets_at }: ExceededLimit): string {
  const [counted, window] = name.split('_per_') as [string, 'minute' | 'day' | 'month']
  // A trial is shorter than a month, and its rows renew when it ends.
  const span = window === 'month' ? 'period' : window
  const many = countedNames[counted] ?? counted.replaceAll('_', ' ')
  const units = limit === 1 ? many.replace(/(request|row)s/, '$1') : many
  const used = `Rate limit exceeded: ${limit.toLocaleString('en')} ${units} per ${span}.`
  const [date, time] = resets_at.split(/[T.]/) as [string, string]
  if (window === 'minute') return `${used} Try again at ${time} UTC.`
  if (window === 'day') return `${used} Try again tomorrow (UTC).`
  return `${used} They renew on ${date}. For more, change the plan in Settings, Billing.`
}

const credits = (count: number): string => `${count} contact ${count === 1 ? 'credit' : 'credits'}`
const limitedBy = {
  key_credit_limit_reached: 'this key’s',
  member_credit_limit_reached: 'this member’s',
  connection_credit_limit_reached: 'this connection’s',
}
const inSeconds = (seconds: number) => ({ 'Retry-After': String(Math.max(1, Math.ceil(seconds))) })

export const problems = {
  invalidRequest: (param: string | undefined, message: string) =>
    new Problem('invalid_request', { message, ...(param !== undefined && { param }) }),

  invalidJson: () => new Problem('invalid_json', { message: 'The request body is not valid JSON.' }),

  invalidContactId: (param: string) =>
    new Problem('invalid_contact_id', {
      message: `${param} is not a contact id. Use the ids that this service returned, such as ct_live_AbCdEfGhIjKlMnOp.`,
      param,
    }),

  invalidCursor: () =>
    new Problem('invalid_cursor', {
      message: 'This cursor was not issued for this query. Pass next_cursor back unchanged, or start without a cursor.',
      param: 'cursor',
    }),

  invalidIdempotencyKey: () =>
    new Problem('invalid_idempotency_key', {
      message: `Idempotency-Key must have 1 to ${idempotencyKeyLengthMax} characters and no control characters.`,
      param: 'Idempotency-Key',
    }),

  missingCredentials: (challenge: string) =>
    new Problem('missing_credentials', {
      message: 'Send an API key or access token in the header Authorization: Bearer <key>.',
      headers: { 'WWW-Authenticate': challenge },
    }),

  signInRequired: (challenge: string) =>
    new Problem('missing_credentials', {
      message: 'Sign in first.',
      headers: { 'WWW-Authenticate': challenge },
    }),

  invalidCredentials: (challenge: string) =>
    new Problem('invalid_credentials', {
      message: 'The API key or access token is not valid.',
      headers: { 'WWW-Authenticate': challenge },
    }),

  /** The same for people: nobody who was signed out looks for an API key. */
  sessionEnded: (challenge: string) =>
    new Problem('invalid_credentials', {
      message: 'Your session has ended. Sign in again.',
      headers: { 'WWW-Authenticate': challenge },
    }),

  insufficientContactCredits: (required: number, remaining: number, billing: BillingAction) =>
    new Problem('insufficient_contact_credits', {
      message: `This reveal needs ${credits(required)}, but only ${remaining} ${remaining === 1 ? 'is' : 'are'} left. Nothing was spent.`,
      param: 'contact_ids',
      billing,
    }),

  actorCreditLimitReached: (code: keyof typeof limitedBy, limit: number) =>
    new Problem(code, {
      message: `This reveal would exceed ${limitedBy[code]} limit of ${credits(limit)} for this period. Nothing was spent.`,
      param: 'contact_ids',
    }),

  apiAccessRequired: (billing: BillingAction) =>
    new Problem('api_access_required', {
      message: 'This account has no active plan. Open billing.url to get access.',
      billing,
    }),

  accountSuspended: () =>
    new Problem('account_suspended', {
      message: 'This account is suspended. Nothing was changed or spent. Write to whoever runs this service.',
    }),

  insufficientScope: (scope: string, challenge: string) =>
    new Problem('insufficient_scope', {
      message: `This credential does not have the scope ${scope}.`,
      headers: { 'WWW-Authenticate': challenge },
    }),

  supportViewOnlyReads: () =>
    new Problem('insufficient_scope', {
      message: 'This is a support view. It only reads, and shows no channels. Nothing was changed.',
    }),

  testKeyRequired: () =>
    new Problem('test_key_required', { message: 'This works only with a test key (psk_test_…). Nothing was changed.' }),

  hostNotAllowed: () =>
    new Problem('host_not_allowed', {
      message: 'Browsers can’t call this service under this host name. Use the address in PUBLIC_URL.',
    }),

  noRevealableContacts: () =>
    new Problem('no_revealable_contacts', { message: 'None of these contacts can be revealed.', param: 'contact_ids' }),

  contactNotFound: (message = 'This account has revealed no contact with this id.') =>
    new Problem('contact_not_found', {
      message,
      param: 'contact_id',
    }),

  storeNotFound: () =>
    new Problem('store_not_found', { message: 'The catalogue has no store with this domain.', param: 'domain' }),

  billingCustomerNotFound: (billing: BillingAction) =>
    new Problem('billing_customer_not_found', {
      message: 'This account is not yet a customer at the payment provider. Create a subscription link first.',
      billing,
    }),

  jobIsOver: (status: string) =>
    new Problem('job_is_over', { message: `The job is already over: its status is ${status}.`, param: 'job_id' }),

  jobNotStopped: (status: string) =>
    new Problem('job_not_stopped', { message: `The job can’t be resumed: its status is ${status}.`, param: 'job_id' }),

  resourceNotFound: (param: string) =>
    new Problem('resource_not_found', { message: `This account has nothing with this ${param}.`, param }),

  paymentFailed: (billing?: BillingAction) =>
    new Problem('payment_failed', {
      message: 'The card was declined. Use another card in the billing portal, then try again.',
      ...(billing && { billing }),
    }),

  subscriptionRequired: () =>
    new Problem('subscription_required', { message: 'This account has no subscription. Choose a plan first.' }),

  notInTrial: () =>
    new Problem('not_in_trial', { message: 'This account is not in a trial. Nothing was changed or charged.' }),

  billingNotConfigured: () =>
    new Problem('billing_not_configured', {
      message: 'This installation does not take payments. Ask its operator for a plan or for more credits.',
    }),

  unknownPlan: (plan: string, known: string[]) =>
    new Problem('invalid_request', {
      message: `There is no plan "${plan}". Plans: ${known.join(', ')}.`,
      param: 'plan',
    }),

  planNotForSale: (plan: string) =>
    new Problem('plan_not_for_sale', {
      message: `${plan} can’t be bought with this billing interval right now. Choose another one, or contact support.`,
      param: 'plan',
    }),

  /** Selling another subscription would bill twice. */
  subscriptionUnclear: () =>
    new Problem('plan_not_for_sale', {
      message:
        'This account has a subscription at the payment provider that is not assigned to any plan here, so another one can’t be ' +
        'started. Contact support.',
    }),

  billingProviderError: (isTransient: boolean) =>
    new Problem('billing_provider_error', {
      message: isTransient
        ? 'The payment provider did not answer. Nothing was changed. Try again in a minute.'
        : 'The payment provider refused this request. Nothing was changed. Contact support with this request id.',
      ...(isTransient && { headers: inSeconds(60) }),
    }),

  /** `what`: such as `change automatic top-up`. */
  ownerRequired: (what: string) => new Problem('owner_required', { message: `Only an owner can ${what}.` }),

  adminRequired: () =>
    new Problem('admin_required', { message: 'An owner or admin set this limit. Ask one of them to change it.' }),

  lastOwner: () =>
    new Problem('last_owner', { message: 'This is the only owner of the account. Make someone else an owner first.' }),

  routeNotFound: () => new Problem('route_not_found', { message: 'There is no such endpoint.' }),

  methodNotAllowed: (allowed: string) =>
    new Problem('method_not_allowed', { message: `This path supports only ${allowed}.`, headers: { Allow: allowed } }),

  idempotencyConflict: (what = 'contact_ids or options') =>
    new Problem('idempotency_conflict', {
      message: `This Idempotency-Key was already used with different ${what}. Use a new key for a new request.`,
      param: 'Idempotency-Key',
    }),

  requestTooLarge: (bytesMax: number = bodyBytesMax) =>
    new Problem('request_too_large', { message: `The request body is larger than ${size(bytesMax)}.` }),

  requestTimeout: () =>
    new Problem('request_timeout', { message: 'The request did not arrive in time. Nothing was done.' }),

  uriTooLong: () =>
    new Problem('uri_too_long', { message: `The request URL is longer than ${size(addressBytesMax)}.` }),

  headersTooLarge: () =>
    new Problem('headers_too_large', {
      message: `The request headers are larger than ${size(headersBytesMax)} in total.`,
    }),

  unsupportedMediaType: (kind = 'JSON in UTF-8, with Content-Type: application/json and') =>
    new Problem('unsupported_media_type', { message: `Send the body as ${kind} no Content-Encoding.` }),

  rateLimitExceeded: (limit: ExceededLimit, secondsToReset: number, headers: Record<string, string> = {}) =>
    new Problem('rate_limit_exceeded', {
      message: usedUp(limit),
      limit,
      headers: { ...headers, ...inSeconds(secondsToReset) },
    }),

  /** Nobody knows when an export ends: `resets_at` is when it is worth another try. */
  tooManyJobs: (most: number) =>
    new Problem('too_many_jobs', {
      message: `At most ${most} jobs of an account may be queued or running. Try again when one has ended, or cancel one.`,
    }),
  tooManyWatches: (most: number) =>
    new Problem('too_many_watches', {
      message: `Your plan includes ${most} watches. Stop watching a saved search or a list first.`,
    }),
  watchTooBroad: (most: number, param: 'saved_search_id' | 'query') =>
    new Problem('watch_too_broad', {
      message:
        param === 'query'
          ? `The search finds more than ${most} results, which is too broad for its watches. Narrow it, or stop watching it first.`
          : `The saved search finds more than ${most} results, which is too broad to watch. Narrow it first.`,
      param,
    }),
  tooManyWebhooks: (most: number) =>
    new Problem('too_many_webhooks', { message: `An account can have at most ${most} webhooks. Delete one first.` }),
  tooManyExclusions: (entries: number, lists: number) =>
    new Problem('too_many_exclusions', {
      message: `An account can have at most ${entries} exclusion entries in ${lists} lists. Nothing was changed.`,
    }),
  webhookDisabled: () =>
    new Problem('webhook_disabled', { message: 'This webhook is disabled. Enable it, then send again.' }),
  hubspotNotConnected: (message: string) => new Problem('hubspot_not_connected', { message }),
  tooManyHubspotRuns: (most: number) =>
    new Problem('too_many_hubspot_runs', {
      message: `At most ${most} runs to HubSpot can wait at once. Try again when one has ended.`,
    }),
  hubspotUnavailable: (retryAfterSeconds: number) =>
    new Problem('hubspot_unavailable', {
      message: 'HubSpot did not answer, or its limit is used up. Nothing was changed. Try again later.',
      headers: inSeconds(retryAfterSeconds),
    }),
  eventsExpired: (oldestSequence: number, keptDays: number) =>
    new Problem('events_expired', {
      message: `Events are kept for ${keptDays} days. The oldest that is kept has the sequence ${oldestSequence}; go on with after=${oldestSequence - 1}.`,
      param: 'after',
      oldestSequence,
    }),
  tooManyExports: (limit: number, retryAfterSeconds: number) =>
    new Problem('rate_limit_exceeded', {
      message: `Rate limit exceeded: this account already has ${limit} exports running. Try again when one of them has finished.`,
      limit: {
        name: 'exports_at_once',
        limit,
        remaining: 0,
        resets_at: new Date(Date.now() + retryAfterSeconds * 1_000).toISOString(),
      },
      headers: inSeconds(retryAfterSeconds),
    }),

  internalError: () =>
    new Problem('internal_error', {
      message: 'Something went wrong on the server. If it persists, report the request id.',
    }),

  serviceUnavailable: (retryAfterSeconds = 2) =>
    new Problem('service_unavailable', {
      message: 'The service is temporarily unavailable. Try again shortly.',
      headers: inSeconds(retryAfterSeconds),
    }),
}
