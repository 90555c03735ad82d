import { Type } from 'typebox'
import type { Plans } from '../accounts/plan.ts'
import { requireScopes } from '../admission/challenge.ts'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import { requestId, requestIdExample } from '../base/schema.ts'
import { count } from '../base/words.ts'
import { type Call, defineOperation } from '../call/operation.ts'
import type { Principal } from '../call/principal.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import type { ContactLookup } from '../contacts/look-up-contacts.ts'
import { idempotencyKey, refusal } from '../contacts/reveal-contacts.ts'
import { type RevealOptions, readOptions } from '../contacts/reveal-options.ts'
import { currentBalance } from '../credits/periods.ts'
import { readSpendingLimits, spendProblems } from '../credits/spending-limits.ts'
import type { Database } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { findInputs } from './find-inputs.ts'
import { type JobRow, job, jobExample, resultDays, toJob } from './job.ts'
import { requireList } from './job-list.ts'
import {
  checkJobRequest,
  contactsPerJobMax,
  domainsPerJobMax,
  hashOf,
  type JobRequest,
  jobRequest,
  scopesFor,
  searchedBy,
} from './job-request.ts'
import { findJobByKey, insertJob, refuseTooManyJobs } from './job-rows.ts'
import { type JobQuote, jobQuote, quoteJob } from './quote-job.ts'

export type CreateJobNeeds = {
  database: Database
  clock: Clock
  plans: Plans
  publicUrl: string
  contactLookup: ContactLookup
  channelKeys: ChannelKeys
  searchIndex: SearchIndex
  queue: Pick<Queue, 'enqueue'>
}

export const createJob = defineOperation({
  id: 'createJob',
  method: 'POST',
  path: '/jobs',
  summary: 'Create a job',
  description:
    `Reveals up to ${count(contactsPerJobMax)} contacts, enriches up to ${count(domainsPerJobMax)} domains, or exports the results of a search, in the background. A reveal ` +
    'job is a sequence of ordinary reveals in your name, within all of your limits: each contact costs one credit the first time, ' +
    'and never again. People can be named by an address, a profile, or their name and store. Ask with `dry_run: true` first to learn ' +
    'the cost (for people, the largest possible one). The results can be read while the job runs, and for ' +
    `${resultDays} days after its end. Reveals need the scope \`contacts:reveal\`, the others \`stores:read\`, and contact previews ` +
    '`contacts:search` as well.',
  scope: 'contacts:reveal',
  orScopes: ['stores:read'],
  spends: { quotedBy: 'createJob', quoteWith: { dry_run: true }, isFree: ({ kind }: JobRequest) => kind !== 'reveal' },
  meter: 'request',
  creates: true,
  takesLargeBody: true,
  takesAnyText: true,
  request: {
    body: jobRequest,
    headers: Type.Object({ 'idempotency-key': Type.Optional(idempotencyKey) }),
  },
  reply: Type.Union([
    Type.Object({ ...job.properties, request_id: requestId }, { title: 'CreatedJob' }),
    Type.Object({ ...jobQuote.properties, request_id: requestId }, { title: 'QuotedJob' }),
  ]),
  replyHeaders: ['Idempotent-Replayed', 'Original-Request-Id'],
  problems: [
    'invalid_contact_id',
    'invalid_idempotency_key',
    ...spendProblems,
    'resource_not_found',
    'idempotency_conflict',
    'too_many_jobs',
  ],
  example: {
    summary: 'Reveal the first 500 founders of a search',
    request: {
      kind: 'reveal',
      search: { person: { roles_any: ['founder'], has_verified_email: true }, store: { countries: ['US'] } },
      max: 500,
      max_credits: 400,
    },
    reply: { ...jobExample, status: 'queued', started_at: null, request_id: requestIdExample },
  },

  async run(call, needs: CreateJobNeeds) {
    const { principal, body, headers, answerOk } = call
    checkJobRequest(body)
    requireScopes(principal, scopesFor(body), needs.publicUrl)
    const keyed = { key: headers['idempotency-key'] ?? null, requestHash: hashOf(body, needs.channelKeys) }
    const first = await replayOf(call, keyed, needs)
    if (first) return first

    const options = readOptions(body)
    if (body.add_to_list_id !== undefined) await requireList(needs.database, principal, body)
    const inputs = await findInputs(body, principal, needs)
    if (body.kind === 'reveal') {
      const isQuoted = body.dry_run || body.on_short_balance !== 'stop'
      const quote = isQuoted ? await quoteJob({ ...body, inputs }, options, principal, needs) : null
      if (body.dry_run) {
        answerOk()
        return quote!
      }
      if (quote) await refuseShortBalance(body, quote, principal, needs)
    }
    const made = await insert(call, keyed, { inputs, options }, needs)
    // Two at once under one key: the other one made it.
    return made ? toJob(made) : (await replayOf(call, keyed, needs))!
  },
})

type CreateJobCall = Call<JobRequest, unknown, unknown, unknown>
/** The key of a request, and the hash of what was first asked for under it. */
type Keyed = { key: string | null; requestHash: Buffer }

/** The job that the key has made already. */
async function replayOf(
  { principal, setHeader, answerOk }: CreateJobCall,
  { key, requestHash }: Keyed,
  { database }: CreateJobNeeds,
) {
  const first = key === null ? null : await findJobByKey(database, principal.account.id, key)
  if (!first) return null
  if (!requestHash.equals(first.requestHash)) throw problems.idempotencyConflict('input')
  setHeader('Idempotent-Replayed', 'true')
  if (first.requestId !== null) setHeader('Original-Request-Id', first.requestId)
  answerOk()
  return toJob(first)
}

/** Null when another request has made one under the key. */
function insert(
  { principal, body, requestId: madeBy }: CreateJobCall,
  { key, requestHash }: Keyed,
  { inputs, options }: { inputs: string[]; options: RevealOptions },
  { database, clock, queue }: CreateJobNeeds,
): Promise<JobRow | null> {
  const { kind, include } = body
  return database.transaction(async (tx) => {
    await refuseTooManyJobs(tx, principal.account.id)
    const row = await insertJob(tx, clock, principal, {
      kind,
      settings: {
        ...(include && { include }),
        ...(kind === 'export' && { over: searchedBy(body) }),
        ...(kind === 'reveal' && { options }),
        ...(body.people && { ofPeople: true }),
        ...(body.add_to_list_id !== undefined && { listId: body.add_to_list_id }),
      },
      inputs,
      maxCredits: body.max_credits ?? null,
      idempotencyKey: key,
      requestHash,
      requestId: madeBy,
    })
    if (row) await queue.enqueue(tx, 'job', {})
    return row
  })
}

/** Nothing is made that could not be paid: what a job may cost must be there when it starts. */
async function refuseShortBalance(
  { max_credits: most = Number.POSITIVE_INFINITY }: JobRequest,
  { credits }: JobQuote,
  principal: Principal,
  { database, clock, plans, publicUrl }: CreateJobNeeds,
): Promise<void> {
  const required = Math.min(credits.required, most)
  if (required <= credits.spendable_now) return
  const { account, countsFor, period } = principal
  if (required > credits.remaining) {
    const { periodCredits } = await currentBalance(database, clock, account.id, period!)
    throw refusal({ kind: 'insufficient_credits', required, remaining: credits.remaining, periodCredits }, principal, {
      plans,
      publicUrl,
    })
  }
  const limits = await readSpendingLimits(database, account.id, countsFor, period!)
  const reached = limits.find(({ remaining }) => remaining < required)
  // Somebody raised it at this moment.
  if (!reached) return
  const actor = reached.of === 'key' ? 'api_key' : reached.of
  throw refusal({ kind: 'actor_limit_reached', actor, limit: reached.limit }, principal, {
    plans,
    publicUrl,
  })
}
