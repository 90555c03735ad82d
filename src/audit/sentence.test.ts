import { expect, it } from 'vitest'
import { auditActionNames } from './actions.ts'
import { sentenceOf } from './sentence.ts'

type EntryFacts = Parameters<typeof sentenceOf>[0]

const told = (action: EntryFacts['action'], rest: Partial<EntryFacts> = {}): string =>
  sentenceOf({ action, door: 'web', actorType: 'member', actorName: 'Ada', targetName: null, details: {}, ...rest })

it('AUDIT-6: an entry says in a sentence who did what', () => {
  expect(told('member.invited', { targetName: 'tom@x.example', details: { role: 'admin', credit_limit: 1_500 } })).toBe(
    'Ada invited tom@x.example as an admin, with a limit of 1,500 credits a month.',
  )
  const change = { role: 'admin', role_before: 'member', credit_limit: null, credit_limit_before: 50 }
  expect(told('member.changed', { targetName: 'Tom', details: change })).toBe(
    'Ada made Tom an admin (before: a member) and set the credit limit of Tom to none (before: 50 credits a month).',
  )
  const bounds = { scopes: 'stores:read contacts:search', credit_limit: 1, expires_at: '2026-12-31T00:00:00.000Z' }
  expect(told('key.created', { targetName: 'Nightly', details: bounds })).toBe(
    'Ada created the API key “Nightly”, with the scopes stores:read, contacts:search, with a limit of 1 credit a month, until 31 December 2026.',
  )
  expect(told('billing.link_created', { details: { kind: 'top_up' } })).toBe(
    'Ada opened the checkout for a credit pack.',
  )
  expect(told('sign_in.succeeded', { details: { method: 'authenticator code' } })).toBe(
    'Ada signed in with an authenticator code.',
  )
  expect(told('data.exported', { details: { what: 'revealed contacts', format: 'hubspot', contacts: 1 } })).toBe(
    'Ada exported 1 revealed contact for HubSpot.',
  )
  expect(told('watch.created', { targetName: 'News', details: { mail: 'daily' } })).toContain('began to watch “News”, ')
  expect(told('watch.created', { details: { mail: 'off' } })).toContain('began to watch a private list, ')
  expect(told('hubspot.sent', { details: { contacts: 2 } })).toBe('Ada sent 2 contacts to HubSpot.')
  expect(told('webhook.resent', { door: 'operator', targetName: 'a.example', details: { events: 2 } })).toBe(
    'The operator of this service sent 2 events again to a webhook at a.example.',
  )
  const granted = { credits: 50, reason: 'Sorry.' }
  expect(told('credits.granted', { door: 'operator', details: granted })).toBe(
    'The operator of this service granted 50 credits: Sorry.',
  )
  const refunded = { amount: 1, reason: 'Wrong person', entry_id: 'ent_1' }
  expect(told('credits.refunded', { door: 'operator', details: refunded })).toBe(
    'The operator of this service refunded 1 credit of ent_1: Wrong person.',
  )
  const viewed = { targetName: 'Tom', details: { reason: 'Ticket 17' } }
  expect(told('account.viewed', { door: 'operator', ...viewed })).toBe(
    'The operator of this service looked at the account as Tom sees it: Ticket 17.',
  )
  const changed = { requestsPerMinute: 1_000, plan: 'pro', status: null, reason: 'Asked for it' }
  expect(told('account.changed', { door: 'operator', details: changed })).toBe(
    'The operator of this service changed the account (requests per minute 1,000, plan pro): Asked for it.',
  )
  expect(told('data.exported', { details: { what: 'results of a job: enrich' } })).toBe(
    'Ada exported the results of an enrich job.',
  )
})

it('AUDIT-6: what nobody of the account did names who did it: the operator, the provider, a key, somebody unknown', () => {
  const nobody = { actorType: null, actorName: null }
  expect(told('sign_in.failed', { ...nobody, targetName: 'Ada', details: { method: 'password' } })).toBe(
    'Somebody tried to sign in as Ada with a wrong password.',
  )
  const ends = { ends_at: '2026-12-17T10:00:00.000Z' }
  expect(told('billing.cancelled', { ...nobody, door: 'billing', details: ends })).toBe(
    'The subscription was cancelled at the payment provider. It ends on 17 December 2026.',
  )
  const status = { plan: 'business', status: 'active', plan_before: 'pro', status_before: 'past_due' }
  expect(told('billing.status_changed', { ...nobody, door: 'billing', details: status })).toBe(
    'The plan is Business (active). Before: Pro (payment failed).',
  )
  const first = { plan: 'pro', status: 'trialing', plan_before: 'pro', status_before: 'none' }
  expect(told('billing.status_changed', { ...nobody, door: 'billing', details: first })).toBe(
    'The plan is Pro (in its trial). Before: no plan.',
  )
  expect(
    told('credits.granted', { door: 'operator', actorType: 'operator', details: { credits: 5, reason: 'Sorry.' } }),
  ).toBe('The operator of this service granted 5 credits: Sorry.')
  expect(
    told('data.exported', {
      door: 'api_key',
      actorType: 'api_key',
      actorName: 'Sync',
      details: { what: 'stores', stores: 20 },
    }),
  ).toBe('The API key “Sync” exported 20 stores.')
})

it('AUDIT-6: every action has a sentence, also with nothing else known', () => {
  for (const action of auditActionNames) {
    const bare = told(action)
    expect(bare).toMatch(/^[A-Z“].*[a-z”)]\.$/)
    expect(bare).not.toMatch(/undefined|null|_|Invalid/)
  }
})
