import {
  addressBytesMax,
  bodyBytesMax,
  exclusionsMax,
  headersBytesMax,
  hubspotRunsMax,
  idempotencyKeyLengthMax,
  unfinishedJobsMax,
  webhooksMax,
} from '../base/bounds.ts'
import { eventDays } from '../base/event-types.ts'
import type { ProblemCode } from '../base/problems.ts'
import { size } from '../base/words.ts'
import type { MagicCode } from './magic.ts'

/** How an error is made in test mode, or why it can't be. Sentences in the form of the docs. */
type Way = { way: string } | { notInTestMode: string }

const way = (text: string): Way => ({ way: text })
const notInTestMode = (text: string): Way => ({ notInTestMode: text })

const onlyForPeople = notInTestMode(
  'It is answered to people in the web application alone, and test mode has only keys.',
)

/** Every error that no magic value stands for: a new one does not compile, and fails MODE-7, until it is here or in magic.ts. */
export const waysToErrors: Record<Exclude<ProblemCode, MagicCode>, Way> = {
  invalid_request: way(
    'Send a field that the operation does not have, such as `{"no_such_field": 1}` to `POST /contacts/search`.',
  ),
  invalid_json: way('Send the body `{` to `POST /contacts/search`.'),
  invalid_contact_id: way('Reveal the contact `nobody`.'),
  invalid_cursor: way('Send `cursor=x` to `GET /contacts/revealed`.'),
  invalid_idempotency_key: way(
    `Reveal a contact with an \`Idempotency-Key\` of ${idempotencyKeyLengthMax + 1} characters.`,
  ),
  missing_credentials: way('Leave the header `Authorization` out.'),
  invalid_credentials: way('Send a key that does not exist, such as `psk_test_none`.'),
  payment_failed: way(
    '`POST /test/reset` with `{"status": "none"}`, subscribe in the sandbox with the card `4000 0000 0000 0341`, then `POST /billing/end-trial`.',
  ),
  test_key_required: way('Call `POST /test/clock` with a live key.'),
  owner_required: onlyForPeople,
  admin_required: onlyForPeople,
  account_suspended: notInTestMode('Only the operator of the service can suspend an account.'),
  insufficient_scope: way('Make a test key without the scope `webhooks:manage`, and call `GET /webhooks` with it.'),
  host_not_allowed: notInTestMode(
    'It is answered to pages in a browser that call the service under another host name, before any key is looked at.',
  ),
  contact_not_found: way('`GET /contacts/ct_test_VerifiedEmailOne` before it is revealed.'),
  billing_customer_not_found: way('`POST /test/reset` with `{"status": "none"}`, then `POST /billing/portal-link`.'),
  resource_not_found: way('`GET /jobs/job_unknown`.'),
  route_not_found: way('`GET /no-such-endpoint`.'),
  method_not_allowed: way('`DELETE /usage`.'),
  subscription_required: notInTestMode(
    'It needs a trial whose subscription was deleted at the payment provider, which the sandbox does not do.',
  ),
  not_in_trial: way('`POST /billing/end-trial` while the plan is active, as it is after `POST /test/reset`.'),
  billing_not_configured: notInTestMode('Test mode always has the sandbox as its payment provider.'),
  plan_not_for_sale: notInTestMode('The sandbox sells every plan that has a price.'),
  last_owner: onlyForPeople,
  too_many_jobs: way(`Start jobs until ${unfinishedJobsMax} are queued or running.`),
  too_many_watches: way('Watch lists until there are as many as the plan includes.'),
  watch_too_broad: notInTestMode('The synthetic catalogue has about 1,900 contacts, which are not too many to watch.'),
  too_many_webhooks: way(`Create webhooks until there are ${webhooksMax}, then one more.`),
  too_many_exclusions: way(
    `Create exclusion lists until there are ${exclusionsMax}, then one more: \`PUT /exclusions/{label}\` with \`{"entries": []}\`.`,
  ),
  webhook_disabled: way(
    '`PATCH /webhooks/{webhook_id}` with `{"status": "disabled"}`, then `POST /webhooks/{webhook_id}/resend`.',
  ),
  hubspot_not_connected: way('`POST /hubspot/runs` before HubSpot is connected.'),
  too_many_hubspot_runs: notInTestMode(
    `It needs more than ${hubspotRunsMax} runs at once in a HubSpot of your own, which works on them as they come.`,
  ),
  events_expired: notInTestMode(
    `Events are deleted ${eventDays} real days after they happened, whatever the test clock says.`,
  ),
  job_is_over: way('Cancel a job that has finished.'),
  job_not_stopped: way('Resume a job that has finished.'),
  request_timeout: way('Send the beginning of a request, and no more for a minute.'),
  request_too_large: way(`Send a body of more than ${size(bodyBytesMax)} to \`POST /contacts/search\`.`),
  uri_too_long: way(`Send an address of more than ${size(addressBytesMax)}.`),
  unsupported_media_type: way('Send `Content-Type: text/plain` to `POST /contacts/search`.'),
  headers_too_large: way(`Send headers of more than ${size(headersBytesMax)}.`),
  billing_provider_error: notInTestMode('The sandbox is part of the service, and always answers.'),
  hubspot_unavailable: notInTestMode('It depends on HubSpot: the service answers it when HubSpot does not answer.'),
}
