import { testCreditsPerMonth } from '../../accounts/plan-state.ts'
import { watchedResultsMax, webhooksMax } from '../../base/bounds.ts'
import { removedAfter } from '../../base/change-types.ts'
import { eventDays, eventTypes } from '../../base/event-types.ts'
import { html } from '../../base/html.ts'
import { count, plural } from '../../base/words.ts'
import { contactsPerRevealMax } from '../../contacts/reveal-contacts.ts'
import { resultDays } from '../../jobs/job.ts'
import { contactsPerJobMax } from '../../jobs/job-request.ts'
import { daysMax } from '../../search/request-schema.ts'
import { magicContactErrors, magicContacts, magicDomains } from '../../test-mode/magic.ts'
import { waysToJobEnds, waysToOutcomes } from '../../test-mode/ways-to-outcomes.ts'
import { matchDays } from '../../watches/retention.ts'
import { mailEvery } from '../../watches/watch-rows.ts'
import { replyWithinMs, retries } from '../../webhooks/attempts.ts'
import { oldSecretHours } from '../../webhooks/webhooks.ts'
import type { Chapter } from './chapter.ts'
import { inLanguages } from './code-block.ts'
import { hubspotGuide } from './hubspot-guide.ts'
import { programs } from './programs.ts'
import { inline } from './prose.ts'
import { pythonPrograms } from './python-programs.ts'

const client = html`<p>The programs of these guides use the <a href="#clients">clients</a>. Each runs as it is printed, also with a test key.</p>`

const both = (title: string, name: keyof typeof programs) =>
  inLanguages(title, { TypeScript: programs[name], Python: pythonPrograms[name] })

const table = (label: string, first: string, second: string, rows: readonly (readonly [string, string])[]) => html`
  <div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>
  <thead><tr><th scope="col">${inline(first)}</th><th scope="col">${inline(second)}</th></tr></thead>
  <tbody>${rows.map(([value, meaning]) => html`<tr><th scope="row"><code>${value}</code></th><td>${inline(meaning)}</td></tr>`)}</tbody></table></div>`

/** The names of the fields of `data`. */
const named = ({ properties }: { properties: object }): string =>
  Object.keys(properties)
    .map((name) => `\`${name}\``)
    .join(', ')

const reveal = html`${client}
  <p>The usual way, from a question to people you can write to: search, see the price, reveal. Set <code>PROSPECTOR_URL</code> and <code>PROSPECTOR_KEY</code> and run it; with a test key it
  costs nothing.</p>
  ${both('Search, quote and reveal 25', 'reveal')}
  <ul>
    <li>Searches and quotes are free; rows count against the month’s <a href="#limits">search rows</a>. A contact is charged once, however often it is revealed.</li>
    <li><code>has_verified_email</code> finds people with an email of any status; <code>email_statuses_any: ['verified']</code> finds those whose mailbox was confirmed.</li>
    <li>To pay for certain emails alone, send <code>Prospector-Accept: verified</code>: in TypeScript <code>{ headers: { 'Prospector-Accept': 'verified' } }</code> as the second argument,
    in Python <code>options={"headers": {"Prospector-Accept": "verified"}}</code>. <a href="#data">What the data means</a> explains the statuses.</li>
    <li>For more than some hundreds, a <a href="#guide-jobs">job</a> is quicker and survives your program.</li>
  </ul>`

const webhooks = html`
  <p>A webhook brings <a href="#listEvents">events</a> to an address of yours, as Standard Webhooks 1.0.0 describes it. Deliveries are signed with the webhook’s
  secret. An answer of 2xx within ${replyWithinMs / 1_000} seconds is success; otherwise the event comes again, up to ${retries.times} times over about ${plural(retries.days, 'day')}. Events may come twice
  and in another order than they happened: keep the ids that you have handled, and sort by <code>data.sequence</code> where the order matters.</p>
  ${both('Receive webhooks', 'webhooks')}
  <ul>
    <li>Addresses need https. A demo server also takes <code>http://localhost</code> and <code>http://127.0.0.1</code>, so that you can begin on your own machine: set
    <code>WEBHOOK_URL=http://localhost:3000</code> and run the program.</li>
    <li><a href="#testWebhook">A test event</a> shows whether the address answers; <a href="#listWebhookDeliveries">deliveries</a> show what it answered.</li>
    <li>Each run of this program makes another webhook, and an account has ${webhooksMax}: keep the secret and leave the first lines out, or <a href="#deleteWebhook">delete it</a> when you are done. Those that are left go on sending, signed with secrets that the program no longer has: it answers them with “No signature matches.”</li>
    <li>After a <a href="#rotateWebhookSecret">rotation</a> both secrets sign for ${oldSecretHours} hours: give <code>webhooks.verify</code> both.</li>
    <li>What was missed can be <a href="#resendWebhookEvents">sent again</a>, and is in the feed for ${eventDays} days.</li>
  </ul>
  <p>The body is <code>{"type", "timestamp", "data"}</code>; the id of the event is in the header <code>webhook-id</code>, and in what <code>webhooks.verify</code> returns.
  <code>data</code> holds what the type says, and <code>sequence</code>, its number in the feed. More types may be added: pass over those that you don’t know.</p>
  ${table(
    'Types of events',
    'Type',
    'What happened, and what `data` holds',
    Object.entries(eventTypes).map(([type, { description, data }]) => [type, `${description} (${named(data)})`]),
  )}`

const jobs = html`
  <p>A reveal takes ${contactsPerRevealMax} contacts, a <a href="#createJob">job</a> ${count(contactsPerJobMax)}; it also enriches domains and exports searches. It runs on the server, goes on after a
  crash, and charges nothing twice. <code>max_credits</code> is never exceeded.</p>
  ${both('Reveal the result of a search', 'jobs')}
  <p>Results can be read while it runs and for ${resultDays} days, one line for each input in the order given, as JSON Lines or CSV (<code>Accept</code>).
  Instead of waiting, listen for the event <code>job.finished</code>. Reveals of a job are ordinary ones: each request of ${contactsPerRevealMax} contacts also makes an event <code>reveal.created</code>.</p>`

const crm = html`
  <p>Three things keep a CRM and Prospector together: tell Prospector whom you know, take over what is revealed and what changes, and delete whom you
  must not keep. The feed of events has all of it, in order and without gaps, so one number is all that you have to remember.</p>
  ${both('Keep a CRM in step', 'crm')}
  <p>Without a program that always runs, ask for <a href="#listEvents">events</a> now and then. Events are kept for ${eventDays} days; after that
  <code>after</code> is a <a href="/docs/errors/events_expired"><code>events_expired</code></a>: read <a href="#listRevealedContacts">all revealed contacts</a> again.</p>`

const signals = html`
  <p>A signal is a change that was observed at a store: an app that came or went, a theme, traffic, advertising, a new contact. Changes have the date of the
  observation, and are filters of both searches (<code>store.changes</code>), with exact totals.</p>
  ${both('From a signal to people', 'signals')}
  <p>An app counts as removed when ${removedAfter} lack it. <code>within_days</code> takes 1 to ${daysMax} days back from now.</p>`

const mailPaces = Object.values(mailEvery)
  .map(({ words }) => words)
  .join(' or ')

const watches = html`
  <p>A watch tells what is new in a <a href="#createSavedSearch">saved search</a> or a <a href="#createList">list</a>, each thing once: who begins to match, and which
  changes were observed at the stores. What matches already when the watch is made is not told.</p>
  ${both('Hear what is new', 'watches')}
  <ul>
    <li>News is judged after each change of the catalogue. It comes as the event <code>watch.matched</code>, with the first previews in it, which a
    <a href="#guide-webhooks">webhook</a> brings to you; as a mail ${mailPaces} at most; and as <a href="#listWatchMatches">matches</a>, for ${matchDays} days.</li>
    <li><code>add_to_list_id</code> puts what is reported into a list, from which a <a href="#guide-jobs">job</a> can reveal it.</li>
    <li>With <code>store.changes</code> in the search, somebody is reported again for each later change that it asks for; without it, once.</li>
    <li>A saved search that is changed starts over. A plan includes a number of watches; searches that find more than ${count(watchedResultsMax)} can’t be watched.</li>
    <li>Test keys can make watches and preview them. The synthetic catalogue never changes, so they tell nothing.</li>
  </ul>`

const testMode = html`
  <p>Test keys (<code>psk_test_…</code>, in Settings, API keys) reach the same operations over a synthetic catalogue, with ${count(testCreditsPerMonth)} test credits a month in any account, with or
  without a plan. Errors, limits, events, webhooks, jobs and lists are the same. Billing is simulated, with the card <code>4242 4242 4242 4242</code>.
  Nothing crosses: what belongs to the other mode does not exist. The contacts for errors answer so in a reveal; to a job they are contacts like any other.</p>
  ${both('Outcomes, errors and time', 'testMode')}
  ${table(
    'Magic contacts',
    'Contact',
    'A reveal answers',
    magicContacts.map(({ id, outcome }) => [id, outcome]),
  )}
  ${table(
    'Contacts for errors',
    'Contact',
    'A reveal answers with the error',
    magicContactErrors.map(({ contactId, code }) => [contactId, `\`${code}\``]),
  )}
  ${table(
    'Domains for errors',
    'Domain',
    'A lookup answers with the error',
    magicDomains.map(({ domain, code }) => [domain, `\`${code}\``]),
  )}
  ${table('Outcomes', 'Outcome of a contact or domain', 'To get it', Object.entries(waysToOutcomes))}
  ${table('Ends of jobs', 'Status or `stop_reason` of a job', 'To get it', Object.entries(waysToJobEnds))}
  <p>Every error has a page that says how to make it: <a href="/docs/guides/errors">Errors</a>.</p>`

/** The guides that are programs. */
export const programGuides: readonly Chapter[] = [
  { id: 'guide-reveal', title: 'Search and reveal', body: reveal },
  { id: 'guide-webhooks', title: 'Receive webhooks', body: webhooks },
  { id: 'guide-jobs', title: 'Reveal thousands with a job', body: jobs },
  { id: 'guide-crm', title: 'Sync with a CRM', body: crm },
  hubspotGuide,
  { id: 'guide-signals', title: 'Act on signals', body: signals },
  { id: 'guide-watches', title: 'Hear what is new', body: watches },
  { id: 'guide-test-mode', title: 'Test mode', body: testMode },
]
