/** Whole programs with `@prospector/client`, for the guides. `src/http/program-guides.test.ts` runs each as it is printed. */

import { standardTrial } from '../../accounts/plan.ts'
import { count } from '../../base/words.ts'
import { contactsPerRevealMax } from '../../contacts/reveal-contacts.ts'
import { contactsPerJobMax } from '../../jobs/job-request.ts'
import { previewDays } from '../../watches/recent-news.ts'
import { replyWithinMs } from '../../webhooks/attempts.ts'

export const programs = {
  reveal: `import { createProspector, InsufficientCreditsError } from '@prospector/client'

const prospector = createProspector() // PROSPECTOR_URL and PROSPECTOR_KEY
const { data, total } = await prospector.searchContacts({
  person: { has_verified_email: true, revealed: false },
  store: { countries: ['US', 'GB'] },
  limit: 25,
})
const ids = data.map((preview) => preview.id)
console.log(\`\${ids.length} of \${total} people\`)

// quoteReveal quotes ${contactsPerRevealMax} contacts and says what each would be, jobs.quote up to ${count(contactsPerJobMax)}. Neither spends anything.
const { credits } = await prospector.jobs.quote({ kind: 'reveal', contact_ids: ids })
console.log(\`\${credits.required} credits; \${credits.spendable_now} can be spent\`)

try {
  const revealed = await prospector.revealMany(ids) // ${contactsPerRevealMax} a request, each under an Idempotency-Key.
  for (const contact of revealed.data) console.log(contact.full_name, contact.emails[0]?.email)
  console.log(\`\${revealed.credits?.spent} credits spent\`)
} catch (error) {
  if (!(error instanceof InsufficientCreditsError)) throw error
  console.log('Not enough credits:', error.billing?.url)
}`,

  webhooks: `import { createServer } from 'node:http'
import { env } from 'node:process'
import { createProspector, webhooks, WebhookVerificationError } from '@prospector/client'

const prospector = createProspector() // PROSPECTOR_URL and PROSPECTOR_KEY
const webhook = await prospector.createWebhook({
  url: env.WEBHOOK_URL!, // Where this program is reached from outside, with https.
  types: ['reveal.created', 'job.finished'],
})
// webhook.secret is shown once: keep it.

const handled = new Set() // Yours is a table: at least once means that an event may come twice.
const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    // The bytes as they came: a body that was parsed and written again has another signature.
    const event = await webhooks.verify(Buffer.concat(chunks), request.headers, webhook.secret)
    if (!handled.has(event.id)) {
      handled.add(event.id)
      console.log(event.type, event.data)
    }
    response.writeHead(204).end() // Within ${replyWithinMs / 1_000} seconds. Work that takes longer goes into a queue of yours.
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end()
  }
})
server.listen(Number(env.PORT ?? 3000))
await prospector.testWebhook({ webhook_id: webhook.id })`,

  jobs: `import { createProspector, type CreateJobRequest } from '@prospector/client'

const prospector = createProspector()
const request: CreateJobRequest = {
  kind: 'reveal',
  search: { person: { has_verified_email: true }, store: { countries: ['US'] } },
  max: 500,
  on_short_balance: 'stop', // Reveal what the credits suffice for. 'refuse' makes no job instead.
}
const { credits } = await prospector.jobs.quote(request)
console.log(\`At most \${credits.required} credits; \${credits.spendable_now} can be spent.\`)

// With a key of yours, a program that crashed and runs again finds the same job.
const job = await prospector.jobs.start(request, { idempotencyKey: 'campaign-2026-11' })
const ended = await prospector.jobs.wait(job.id, {
  onProgress: ({ counts }) => console.log(\`\${counts.done} of \${counts.total}\`),
})
console.log(ended.status, ended.stop_reason, \`\${ended.credits.spent} credits\`)

for await (const line of prospector.each('getJobResults', { job_id: job.id })) {
  if (!('outcome' in line)) continue // A line of another kind of job.
  console.log(line.outcome, line.contact?.full_name, line.contact?.emails[0]?.email)
}`,

  crm: `import { createProspector } from '@prospector/client'

// crm is yours: customers(), upsert(contact), remove(contactId), and a place for one number, setLastSequence(n) and lastSequence(),
// which is undefined until there is one.
const prospector = createProspector()

// 1. Never pay for somebody you know: searches leave them out, and reveals do not charge them.
await prospector.putExclusion({
  label: 'crm',
  entries: (await crm.customers()).map(({ email }) => ({ email })),
  mode: 'replace',
})

// 2. Follow what happens. Started again, it goes on after the last event that it has handled.
const follow = prospector.events.follow({ after: await crm.lastSequence() })
for await (const event of follow) {
  const ids = 'contact_ids' in event.data ? event.data.contact_ids : []
  if (event.type === 'reveal.created' || event.type === 'contact.updated') {
    const { data } = await prospector.readOwnedContacts({ contact_ids: ids })
    for (const contact of data) await crm.upsert(contact)
  } else if (event.type === 'contact.suppressed' || event.type === 'contact.erased') {
    for (const id of ids) await crm.remove(id)
    // 3. The person asked for their data to be deleted: say that your copy is gone.
    if (event.type === 'contact.erased') await prospector.confirmEvent({ event_id: event.id })
  }
  await crm.setLastSequence(event.sequence)
}`,

  signals: `import { createProspector, type StoreFilters } from '@prospector/client'

const prospector = createProspector()
const { change_types } = await prospector.getTaxonomy()
console.log(change_types.map(({ value }) => value))

// Stores that installed something in the last 30 days, the latest first. 'value' narrows it to one app: { …, value: 'Klaviyo' }.
const store: StoreFilters = { changes: { any: [{ type: 'app_added', within_days: 30 }] } }
const { total, data } = await prospector.searchStores({ store, sort: 'last_change', limit: 3 })
console.log(\`\${total} stores\`)
for (const { domain } of data) {
  for await (const change of prospector.each('listStoreChanges', { domain })) {
    console.log(change.observed_at, domain, change.type, change.value)
  }
}

// The people there whom nobody has to look for again: a saved search finds those that match when it is run.
const query = { store, person: { seniority_any: ['executive', 'decision_maker'], has_verified_email: true } }
const saved = await prospector.createSavedSearch({ name: 'New apps', kind: 'contacts', query })
const found = await prospector.runSavedSearch({ saved_search_id: saved.id, limit: 10 })
console.log(\`\${found.total} people to write to\`)`,

  watches: `import { createProspector, type StoreFilters } from '@prospector/client'

const prospector = createProspector()
const store: StoreFilters = { changes: { any: [{ type: 'app_added', within_days: 30 }] } }
const query = { store, person: { seniority_any: ['executive', 'decision_maker'] } }

// The matches of the last ${previewDays} days, before anything is saved.
const { total, days } = await prospector.previewNews({ search: { kind: 'contacts', query } })
console.log(\`\${total} people in the last \${days} days\`)

const saved = await prospector.createSavedSearch({ name: 'New apps', kind: 'contacts', query })
const watch = await prospector.createWatch({ saved_search_id: saved.id, mail: 'weekly' })
console.log('Watching', saved.name)

// Later, as often as you like: what is new since your last visit. Matches come newest first.
for await (const match of prospector.each('listWatchMatches', { watch_id: watch.id })) {
  if (!match.new) break
  console.log(match.matched_at, match.contact?.title, match.contact?.store.domain, match.changes[0]?.value)
}
await prospector.visitWatch({ watch_id: watch.id })

// One store at a time, without a search: each of its changes is reported from now on.
const stores = await prospector.searchStores({ store, limit: 1 })
for (const { domain } of stores.data) {
  const { followed, watch_id } = await prospector.followStore({ domain })
  console.log(domain, followed, watch_id)
}`,

  testMode: `import { env } from 'node:process'
import { ApiAccessRequiredError, createProspector, InsufficientCreditsError } from '@prospector/client'

const prospector = createProspector({ apiKey: env.PROSPECTOR_TEST_KEY }) // psk_test_…
await prospector.resetTestMode() // The test credits of a month, nothing revealed.

// Every outcome has a contact with a fixed id, and so has every error.
const { data, credits } = await prospector.revealContacts({ contact_ids: ['ct_test_VerifiedEmailOne'] })
console.log(data[0].emails[0].email, credits.remaining)
try {
  await prospector.revealContacts({ contact_ids: ['ct_test_InsufficientCred'] })
} catch (error) {
  if (!(error instanceof InsufficientCreditsError)) throw error
  console.log('No credits:', error.billing?.url)
}

// A trial that nobody pays for ends after ${standardTrial.days} days. Here that takes a moment.
await prospector.resetTestMode({ status: 'trialing' })
await prospector.advanceTestClock({ advance_seconds: ${standardTrial.days + 1} * 86_400 })
try {
  await prospector.searchContacts({})
} catch (error) {
  if (!(error instanceof ApiAccessRequiredError)) throw error
  console.log('Lapsed:', error.billing?.url)
}
await prospector.resetTestMode()`,
}
