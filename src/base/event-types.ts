import { type Static, type TSchema, Type } from 'typebox'
import { lowPercent, reportedMatchesMax, trialEndingDays, webhookFailsDays } from './bounds.ts'
import { callerTypes, customerDoors, limitOwners } from './doors.ts'
import { contactIdPattern } from './ids.ts'
import { endedStatuses, jobKinds } from './job-states.ts'
import { planStatuses } from './plan-statuses.ts'
import { count, dateTime, nullableDateTime, nullableOneOf, nullableString, oneOf, periodBounds } from './schema.ts'
import { eitherOf } from './words.ts'
import type { ReportedWorkField } from './work-fields.ts'
import { workStatuses } from './work-statuses.ts'

/** How long events are kept. */
export const eventDays = 90

const credits = (description: string) => count({ description })
const contactIds = (description: string) => Type.Array(Type.String({ pattern: contactIdPattern }), { description })
const resetsAt = nullableDateTime({ description: 'When credits renew; null if the account has no period.' })
const planState = (description: string) =>
  Type.Object(
    {
      plan_id: nullableString({ description: 'The plan.' }),
      status: Type.String({ description: `Its status: ${eitherOf(planStatuses)}.` }),
    },
    { description },
  )

export const webhookDisabledReasons = ['gone', 'failing', 'secret_unreadable'] as const

type EventType = {
  /** Where one is chosen from a list: n8n, Zapier. */
  title: string
  /** Its first sentence is what the web application says of it. */
  description: string
  data: TSchema
  example: object
}
const defined = <T extends TSchema>(title: string, description: string, data: T, example: Static<T>) => ({
  title,
  description,
  data,
  example,
})

const exampleContacts = ['ct_live_QmXvTzRbKwNpLdFs']
const exampleDate = '2026-12-15T09:00:00.000Z'

/** All types of events, with their data. */
export const eventTypes = {
  'reveal.created': defined(
    'Contacts revealed',
    'A request revealed contacts and spent credits.',
    Type.Object({
      contact_ids: contactIds('The contacts that were charged.'),
      credits: credits('What they cost.'),
      door: Type.String({ description: `How the request came in: ${eitherOf(customerDoors)}.` }),
    }),
    { contact_ids: exampleContacts, credits: 1, door: 'api_key' },
  ),
  'credits.low': defined(
    'Credits low',
    `${lowPercent}% or less of the period’s credits is left. Once a period.`,
    Type.Object({
      remaining: credits('Credits left.'),
      granted: credits('Credits that the period was given.'),
      resets_at: resetsAt,
    }),
    { remaining: 200, granted: 1_000, resets_at: exampleDate },
  ),
  'credits.exhausted': defined(
    'Credits used up',
    'A reveal spent the last credit.',
    Type.Object({ granted: credits('Credits that the period was given.'), resets_at: resetsAt }),
    { granted: 1_000, resets_at: exampleDate },
  ),
  'credits.renewed': defined(
    'Credits renewed',
    'A period opened with a grant of credits.',
    Type.Object({
      granted: credits('Credits of the new period.'),
      remaining: credits('All credits of the account.'),
      period: Type.Object(periodBounds, { description: 'The new period.' }),
    }),
    { granted: 1_000, remaining: 1_000, period: { start: '2026-11-15T09:00:00.000Z', end: exampleDate } },
  ),
  'credits.expiring': defined(
    'Credits expiring',
    'Credits that were bought or given will soon expire.',
    Type.Object({
      credits: credits('Credits that will expire.'),
      expires_at: dateTime({ description: 'When they expire.' }),
    }),
    { credits: 250, expires_at: exampleDate },
  ),
  'plan.changed': defined(
    'Plan changed',
    'The plan or its status changed. A lapse is one of these.',
    Type.Object({ ...planState('').properties, previous: planState('What it was before.') }),
    { plan_id: 'pro', status: 'active', previous: { plan_id: 'pro', status: 'trialing' } },
  ),
  'trial.ending': defined(
    'Trial ending',
    `The trial ends in ${trialEndingDays} days.`,
    Type.Object({ trial_ends_at: dateTime({ description: 'When it ends.' }) }),
    { trial_ends_at: exampleDate },
  ),
  'limit.reached': defined(
    'Credit limit reached',
    'A reveal used up the credit limit of a key, a member or a connection.',
    Type.Object({
      of: oneOf(limitOwners, { description: 'Whose limit it is.' }),
      id: Type.String({ description: 'The key, member or connection.' }),
      limit: credits('The limit, in credits a period.'),
    }),
    { of: 'key', id: 'key_5xQwErTyUiOpAsDfGhJk', limit: 100 },
  ),
  'contact.updated': defined(
    'Contact changed',
    'The data of revealed contacts changed: reveal them again for the new data, at no cost.',
    Type.Object({ contact_ids: contactIds('Contacts that the account has revealed.') }),
    { contact_ids: exampleContacts },
  ),
  'contact.suppressed': defined(
    'Contact suppressed',
    'Revealed contacts opted out: delete your copy.',
    Type.Object({ contact_ids: contactIds('Contacts that the account had revealed.') }),
    { contact_ids: exampleContacts },
  ),
  'contact.erased': defined(
    'Contact erased',
    'Revealed contacts were erased: delete your copy.',
    Type.Object({ contact_ids: contactIds('Contacts that the account had revealed.') }),
    { contact_ids: exampleContacts },
  ),
  'work.changed': defined(
    'Work changed',
    'Somebody changed the status, owner, tags or note of a contact or a store.',
    Type.Object({
      kind: oneOf(['contact', 'store'], { description: 'What it is about.' }),
      id: Type.String({ description: 'The contact or store.' }),
      changes: Type.Object(
        {
          status: Type.Optional(nullableOneOf(workStatuses, { description: 'The new status.' })),
          owner_id: Type.Optional(nullableString({ description: 'The new owner.' })),
          tags: Type.Optional(Type.Array(Type.String(), { description: 'The new tags.' })),
        } satisfies Record<ReportedWorkField, TSchema>,
        { description: 'What was changed, with what it became.' },
      ),
      note_changed: Type.Boolean({ description: 'Whether the note changed. Its text is not told.' }),
      actor: Type.Object(
        {
          type: Type.String({ description: `${eitherOf(callerTypes)}.` }),
          id: Type.String({ description: 'Its id.' }),
        },
        { description: 'Who changed it.' },
      ),
    }),
    {
      kind: 'contact',
      id: exampleContacts[0]!,
      changes: { status: 'contacted' },
      note_changed: false,
      actor: { type: 'member', id: 'usr_7Kd92nRqMy1bSu6WcP8d' },
    },
  ),
  'job.finished': defined(
    'Job finished',
    'A job ended: it finished, stopped before its end, was cancelled, or failed.',
    Type.Object({
      job_id: Type.String({ description: 'The job.' }),
      kind: Type.String({ description: `${eitherOf(jobKinds)}.` }),
      status: Type.String({ description: `${eitherOf(endedStatuses)}.` }),
      total: count({ description: 'How many inputs it had.' }),
      done: count({ description: 'How many of them it has done.' }),
      credits_spent: credits('What it cost.'),
    }),
    {
      job_id: 'job_5xQwErTyUiOpAsDfGhJk',
      kind: 'reveal',
      status: 'finished',
      total: 500,
      done: 500,
      credits_spent: 480,
    },
  ),
  'watch.matched': defined(
    'Watch matched',
    'A watched saved search or list has news.',
    Type.Object({
      watch_id: Type.String({ description: 'The watch.' }),
      saved_search_id: nullableString({ description: 'The saved search that is watched; null for a list.' }),
      list_id: nullableString({ description: 'The list that is watched; null for a saved search.' }),
      name: Type.String({ description: 'The name of the saved search or list.' }),
      kind: oneOf(['contacts', 'stores'], { description: 'What it tells of.' }),
      count: count({ description: 'How many contacts or stores are told.' }),
      last_match: count({ description: 'The number of the newest match of the watch.' }),
      data: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        description: `Up to ${reportedMatchesMax} of them, newest first: \`contact\` (a preview) or \`store\`, and \`changes\`. In a webhook as many as fit.`,
      }),
      next_cursor: nullableString({
        description: 'The rest: the `cursor` of `GET /watches/{watch_id}/matches`; null when all are here.',
      }),
    }),
    {
      watch_id: 'wat_4Jd82mQpLx0aRt5VbN7c',
      saved_search_id: 'sea_4Jd82mQpLx0aRt5VbN7c',
      list_id: null,
      name: 'Founders on Klaviyo',
      kind: 'contacts',
      count: 1,
      last_match: 12,
      data: [],
      next_cursor: null,
    },
  ),
  'webhook.disabled': defined(
    'Webhook disabled',
    `A webhook was disabled: its receiver said that it is gone or failed for ${webhookFailsDays} days, or its secret can’t be read any more.`,
    Type.Object({
      webhook_id: Type.String({ description: 'The webhook.' }),
      reason: oneOf(webhookDisabledReasons, {
        description:
          `\`gone\`: it answered 410. \`failing\`: no success in ${webhookFailsDays} days. ` +
          '`secret_unreadable`: the service can’t read its secret any more; rotate it, then enable the webhook.',
      }),
    }),
    { webhook_id: 'wh_5xQwErTyUiOpAsDfGhJk', reason: 'failing' },
  ),
  'hubspot.stopped': defined(
    'HubSpot stopped',
    'Nothing is sent to HubSpot any more, until somebody connects it again.',
    Type.Object({
      reason: oneOf(['token_refused', 'scopes_missing'], {
        description:
          '`token_refused`: HubSpot does not take the token any more. `scopes_missing`: the token lacks scopes.',
      }),
      missing_scopes: Type.Array(Type.String(), { description: 'The scopes that HubSpot named.' }),
    }),
    { reason: 'scopes_missing', missing_scopes: ['crm.objects.contacts.write'] },
  ),
} satisfies Record<string, EventType>

export type EventTypeName = keyof typeof eventTypes
export const eventTypeNames = Object.keys(eventTypes) as EventTypeName[]

/** An event before it is numbered. `once`: recorded once for each such text, however often it is attempted. */
export type EventDraft = {
  [T in EventTypeName]: { type: T; data: Static<(typeof eventTypes)[T]['data']>; once?: string }
}[EventTypeName]
