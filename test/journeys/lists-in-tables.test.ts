/** Every list of values that a table checks is the list that the code has: a value that only one of the two knows fails here, not in production. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { doors } from '../../src/base/doors.ts'
import { jobKinds, jobStatuses } from '../../src/base/job-states.ts'
import { planStatuses } from '../../src/base/plan-statuses.ts'
import { roles } from '../../src/base/scopes.ts'
import { seniorities } from '../../src/base/seniorities.ts'
import { sql } from '../../src/base/sql.ts'
import { workStatuses } from '../../src/base/work-statuses.ts'
import { noticeKinds } from '../../src/billing/notices/notice-letters.ts'
import type { MailTopic } from '../../src/billing/notices/opt-outs.ts'
import type { Interval } from '../../src/billing/plans/compare-plans.ts'
import type { Claim } from '../../src/billing/settle/trials.ts'
import { pages } from '../../src/billing/stripe-simulator/visits.ts'
import { reviewStates } from '../../src/bounces/reviews.ts'
import type { noteContacts } from '../../src/catalog/contact-news.ts'
import { suppressionKinds } from '../../src/catalog/covered-people.ts'
import { listedKinds } from '../../src/catalog/deletion-lists.ts'
import { exclusionKinds } from '../../src/catalog/exclusions/exclusion-entry.ts'
import type { ImportRow } from '../../src/catalog/imports.ts'
import { listKinds } from '../../src/collections/lists.ts'
import { entryKinds } from '../../src/credits/ledger.ts'
import { lotSources } from '../../src/credits/lot-order.ts'
import type { HubspotConnection } from '../../src/hubspot/connections.ts'
import type { CrmObject } from '../../src/hubspot/crm.ts'
import { runKinds, runStatuses } from '../../src/hubspot/runs.ts'
import { accountMeters } from '../../src/metering/request-counters.ts'
import type { ClientOrigin } from '../../src/oauth/clients.ts'
import { type PrivacyRequest, privacyKinds } from '../../src/privacy/requests.ts'
import { mailChoices } from '../../src/watches/watch-rows.ts'
import { deliveryOutcomes } from '../../src/webhooks/deliveries.ts'
import type { Webhook } from '../../src/webhooks/webhooks.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

/** The values of a type that has no list: the compiler compares them with the type, the test with the table. */
const every = <Value extends string>(values: Record<Value, true>): string[] => Object.keys(values)

const inCode: Record<string, readonly string[]> = {
  'accounts.status': planStatuses,
  'billing_notices.kind': noticeKinds,
  'billing_prices.interval': every<Interval>({ month: true, year: true }),
  'bounce_reviews.state': reviewStates,
  'contact_lists.kind': listKinds,
  'contact_notices.kind': every<Parameters<typeof noteContacts>[1]>({ updated: true, suppressed: true, erased: true }),
  'contacts.seniority': seniorities,
  'credit_entries.door': doors,
  'credit_entries.kind': entryKinds,
  // The credits of a period are no lot.
  'credit_lots.source': lotSources.filter((source) => source !== 'period'),
  'deletion_list_hashes.kind': listedKinds,
  'exclusion_entries.kind': exclusionKinds,
  'hubspot_connections.problem': every<NonNullable<HubspotConnection['problem']>>({
    token_refused: true,
    scopes_missing: true,
  }),
  'hubspot_connections.status': every<HubspotConnection['status']>({ connected: true, stopped: true }),
  'hubspot_records.object': every<CrmObject>({ contacts: true, companies: true }),
  'hubspot_runs.kind': runKinds,
  'hubspot_runs.status': runStatuses,
  'imports.kind': every<ImportRow['kind']>({ files: true, ingest: true }),
  'invitations.role': roles,
  'jobs.kind': jobKinds,
  'jobs.status': jobStatuses,
  'mail_opt_outs.topic': every<MailTopic>({ credits: true }),
  'members.role': roles,
  'oauth_clients.origin': every<ClientOrigin>({ operator: true, registration: true, document: true }),
  'privacy_requests.kind': privacyKinds,
  'privacy_requests.state': every<PrivacyRequest['state']>({
    unconfirmed: true,
    open: true,
    done: true,
    refused: true,
    not_held: true,
  }),
  // Next to `web:…`, the windows of members.
  'request_counters.meter': accountMeters,
  'saved_searches.searches': listKinds,
  'stripe_simulator_visits.page': pages,
  'suppressions.kind': suppressionKinds,
  'trial_claims.kind': every<Claim['kind']>({ email: true, card: true }),
  'watches.mail': mailChoices,
  'webhook_deliveries.outcome': deliveryOutcomes,
  'webhooks.status': every<Webhook['status']>({ enabled: true, disabled: true }),
  'work.status': workStatuses,
}

/** Values that stand in statements of the table's owner alone: TypeScript has neither a list nor a type of them. */
const inStatements = ['backup_runs.state', 'billing_auto_purchases.status', 'import_before.kind', 'store_changes.state']

it('every list of values that a table checks is the one that the code has', async () => {
  const checks = await store.owner.query<{ name: string; check: string }>(sql`
    SELECT c.relname || '.' || a.attname AS name, pg_get_expr(k.conbin, k.conrelid) AS check
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'c' AND c.relnamespace = 'public'::regnamespace AND cardinality(k.conkey) = 1 AND a.atttypid = 'text'::regtype
    ORDER BY 1`)
  const lists = checks
    .filter(({ name }) => !inStatements.includes(name))
    .flatMap(({ name, check }) => {
      const list = /= ANY \(ARRAY\[(.*?)\]\)|= ('[^']*'::text)\)$/.exec(check)
      if (!list) return []
      return [[name, [...(list[1] ?? list[2])!.matchAll(/'([^']*)'::text/g)].map(([, value]) => value!).toSorted()]]
    })
  expect(Object.fromEntries(lists)).toEqual(
    Object.fromEntries(Object.entries(inCode).map(([name, values]) => [name, [...values].toSorted()])),
  )
})
