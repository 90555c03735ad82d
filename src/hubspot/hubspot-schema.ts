import { type Static, Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { contactIdPattern } from '../base/ids.ts'
import { problems } from '../base/problems.ts'
import {
  count,
  dateTime,
  nullableDateTime,
  nullableInteger,
  nullableOneOf,
  nullableString,
  oneOf,
  requestId,
  requestIdExample,
} from '../base/schema.ts'
import type { CursorSealer, Sealer } from '../base/seal.ts'
import type { Database } from '../db/database.ts'
import { findConnection, type HubspotConnection } from './connections.ts'
import type { HubspotEnds } from './dispatch.ts'
import { itemReasons } from './push-contacts.ts'
import { type HubspotRun, type RunItem, runKinds, runOrigins, runStatuses } from './runs.ts'
import { describeProblem } from './stop.ts'

export type HubspotNeeds = {
  database: Database
  clock: Clock
  cursors: CursorSealer
  sealer: Sealer
  hubspotEnds: HubspotEnds
  publicUrl: string
}

const connection = {
  object: Type.Literal('hubspot_connection'),
  status: oneOf(['not_connected', 'connected', 'stopped'], {
    description: '`stopped`: nothing is sent until it is connected again; `problem` says why.',
  }),
  portal_id: nullableInteger({ description: 'The id of the HubSpot account; null if none is connected.' }),
  automatic: Type.Boolean({ description: 'Whether contacts are sent as they are revealed.' }),
  problem: nullableOneOf(['token_refused', 'scopes_missing'], { description: 'Why it is stopped; null if it is not.' }),
  problem_message: nullableString({ description: 'The same in words, with what to do.' }),
  missing_scopes: Type.Array(Type.String(), { description: 'Scopes that HubSpot says the token lacks.' }),
  paused_until: nullableDateTime({
    description:
      'HubSpot asked for a pause, or did not answer; sending goes on by itself then. Null if it is not paused.',
  }),
  failing_since: nullableDateTime({
    description: 'Since when nothing could be sent; null if the last attempt succeeded.',
  }),
  connected_at: nullableDateTime({ description: 'When it was first connected.' }),
  last_success_at: nullableDateTime({ description: 'When HubSpot last answered a run, also a dry one.' }),
}
export const connectionReply = Type.Object({ ...connection, request_id: requestId }, { title: 'HubspotConnection' })

export const renderConnection = (
  one: HubspotConnection | null,
): Omit<Static<typeof connectionReply>, 'request_id'> => ({
  object: 'hubspot_connection',
  status: one?.status ?? 'not_connected',
  portal_id: one?.portalId ?? null,
  automatic: one?.automatic ?? false,
  problem: one?.problem ?? null,
  problem_message: one?.problem ? describeProblem(one.problem, one.missingScopes) : null,
  missing_scopes: one?.missingScopes ?? [],
  paused_until: one?.pausedUntil?.toISOString() ?? null,
  failing_since: one?.failingSince?.toISOString() ?? null,
  connected_at: one?.createdAt.toISOString() ?? null,
  last_success_at: one?.lastSuccessAt?.toISOString() ?? null,
})

export const exampleToken = 'pat-eu1-5d1f0c9e-0000-4000-8000-3b2a1c0d9e8f'
export const exampleConnection: Static<typeof connectionReply> = {
  object: 'hubspot_connection',
  status: 'connected',
  portal_id: 4_217_733,
  automatic: true,
  problem: null,
  problem_message: null,
  missing_scopes: [],
  paused_until: null,
  failing_since: null,
  connected_at: '2026-11-15T09:30:00.000Z',
  last_success_at: null,
  request_id: requestIdExample,
}

export const outcomes = {
  create: 'is created at HubSpot',
  update: 'fills empty fields of a record that is there',
  unchanged: 'is there already, with nothing to add',
  conflict: 'is not sent, because the record belongs to another contact',
  skip: 'is not sent, because it may no longer be shown',
  fail: 'was refused by HubSpot',
  delete: 'was created by us, and is deleted',
  clear: 'was there before us, and loses what came from us',
  absent: 'was not at HubSpot any more',
} as const
type OutcomeName = keyof typeof outcomes
export const outcomeNames = Object.keys(outcomes) as OutcomeName[]

const run = {
  id: Type.String({ pattern: '^hsr_[0-9A-Za-z]+$', description: 'The id of the run.' }),
  object: Type.Literal('hubspot_run'),
  kind: oneOf(runKinds, {
    description: '`dry_run` says what a `push` would do. `erasure` follows opt-outs and erasures. `exclusion` reads.',
  }),
  origin: oneOf(runOrigins, {
    description: 'A request, or the type of event that led to it.',
  }),
  status: oneOf(runStatuses, { description: '`running`: some of it still waits.' }),
  reason: nullableString({ description: 'Why it failed: `refused` or `too_many_exclusions`.' }),
  total: count({ description: 'How many contacts it has; of an exclusion, how many records were read so far.' }),
  counts: Type.Object(
    {
      ...(Object.fromEntries(
        Object.entries(outcomes).map(([name, meaning]) => [name, count({ description: `A contact ${meaning}.` })]),
      ) as Record<OutcomeName, ReturnType<typeof count>>),
      kept: count({ description: 'Contacts of which HubSpot holds something else in some field. It stays.' }),
      exclude: count({ description: 'Emails and domains that an exclusion found.' }),
    },
    { description: 'How many came to which outcome so far; in a dry run, would come.' },
  ),
  label: nullableString({ description: 'The exclusion list that it fills; null for other kinds.' }),
  created_at: dateTime({ description: 'When it was made.' }),
  finished_at: nullableDateTime({ description: 'When it ended.' }),
}
export const runFields = Type.Object(run, { title: 'HubspotRun' })
export const runReply = Type.Object({ ...run, request_id: requestId })

const noCounts = Object.fromEntries([...outcomeNames, 'kept', 'exclude'].map((name) => [name, 0])) as Record<
  OutcomeName | 'kept' | 'exclude',
  number
>

export const renderRun = (one: HubspotRun): Static<typeof runFields> => ({
  ...{ id: one.id, object: 'hubspot_run', kind: one.kind, origin: one.origin },
  ...{ status: one.status, reason: one.reason, total: one.total, label: one.label },
  counts: { ...noCounts, ...one.counts },
  created_at: one.createdAt.toISOString(),
  finished_at: one.finishedAt?.toISOString() ?? null,
})

export const exampleRun: Static<typeof runFields> = {
  id: 'hsr_5xQwErTyUiOpAsDfGhJk',
  object: 'hubspot_run',
  kind: 'push',
  origin: 'request',
  status: 'finished',
  reason: null,
  total: 25,
  counts: { ...noCounts, create: 20, update: 4, conflict: 1, kept: 2 },
  label: null,
  created_at: '2026-11-15T09:30:00.000Z',
  finished_at: '2026-11-15T09:30:04.000Z',
}

export const itemFields = Type.Object(
  {
    object: Type.Literal('hubspot_run_item'),
    contact_id: Type.String({ pattern: contactIdPattern, description: 'The contact.' }),
    outcome: nullableOneOf(outcomeNames, { description: 'What came of it, or would; null while it waits.' }),
    reason: nullableOneOf(itemReasons, {
      description:
        '`same_email`: another contact of the run has the email. `other_contact`: HubSpot’s record with this email belongs to another ' +
        'contact of Prospector.',
    }),
    filled_fields: Type.Array(Type.String(), { description: 'Fields of HubSpot that were empty and are filled.' }),
    kept_fields: Type.Array(Type.String(), { description: 'Fields where HubSpot holds something else, which stays.' }),
  },
  { title: 'HubspotRunItem' },
)

export const renderItem = (one: RunItem): Static<typeof itemFields> => ({
  object: 'hubspot_run_item',
  contact_id: one.contactId,
  outcome: one.outcome,
  reason: one.reason,
  filled_fields: one.filled,
  kept_fields: one.kept,
})

export const exampleItem: Static<typeof itemFields> = {
  object: 'hubspot_run_item',
  contact_id: 'ct_live_QmXvTzRbKwNpLdFs',
  outcome: 'update',
  reason: null,
  filled_fields: ['phone'],
  kept_fields: ['jobtitle'],
}

export const runParams = Type.Object({
  run_id: Type.String({ maxLength: 100, description: 'The id of the run.' }),
})
export const noRun = () => problems.resourceNotFound('run_id')

/** Runs wait for a connection that is there and works. */
export async function requireConnected({ database, clock }: HubspotNeeds, accountId: string): Promise<void> {
  const found = await findConnection(database, clock, accountId)
  if (!found)
    throw problems.hubspotNotConnected('HubSpot is not connected. Connect it in Settings, or with PUT /hubspot.')
  if (found.problem) throw problems.hubspotNotConnected(describeProblem(found.problem, found.missingScopes))
}
