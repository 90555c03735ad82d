import { fixedMeterLimits } from '../../accounts/limits.ts'
import type { Plan, Plans } from '../../accounts/plan.ts'
import { forEachLimit } from '../../accounts/plan-limits.ts'
import { bodyBytesMax, exportsPerAccount, idempotencyKeyLengthMax, largeBodyBytesMax } from '../../base/bounds.ts'
import { type Html, html } from '../../base/html.ts'
import { problemCatalogue, problems } from '../../base/problems.ts'
import { pageLimitDefault, pageLimitMax, requestIdExample } from '../../base/schema.ts'
import { scopeMeanings } from '../../base/scopes.ts'
import { size } from '../../base/words.ts'
import { contactsPerRevealMax } from '../../contacts/reveal-contacts.ts'
import { keyHours } from '../../credits/retention.ts'
import { changelog, versioning } from './changes.ts'
import type { Chapter } from './chapter.ts'
import { clientsChapter } from './clients.ts'
import { codeBlock } from './code-block.ts'
import { dataChapter } from './data.ts'
import type { DescribedOperation } from './described-operation.ts'
import { snippetsFor } from './guide-snippets.ts'
import { integrationGuides } from './guides.ts'
import { inline } from './prose.ts'

/** The rules for every operation. Plans are the current ones; other numbers are those of the code. */
export function guide(
  base: { origin: string; path: string },
  plans: Plans,
  operations: readonly DescribedOperation[],
): Chapter[] {
  return [
    { id: 'introduction', title: 'Introduction', body: introduction(base) },
    clientsChapter(base.origin),
    { id: 'authentication', title: 'Authentication', body: authentication },
    { id: 'credits', title: 'Credits', body: credits },
    { id: 'plans', title: 'Plans', body: planTable(plans) },
    dataChapter(operations),
    { id: 'errors', title: 'Errors', body: errors(base) },
    { id: 'limits', title: 'Limits', body: limits },
    { id: 'pagination', title: 'Pagination', body: pagination },
    { id: 'idempotency', title: 'Idempotency', body: idempotency },
    ...integrationGuides(base.origin, csvColumnsOf(operations)),
    { id: 'versioning', title: 'Versioning', body: versioning },
    { id: 'changelog', title: 'Changelog', body: changelog },
  ]
}

/** As the description of the spreadsheet lists them. */
const csvColumnsOf = (operations: readonly DescribedOperation[]): string[] =>
  operations.find(({ operationId }) => operationId === 'listRevealedContacts')?.responses['200']?.content['text/csv']?.[
    'x-columns'
  ] ?? []

const introduction = (base: { origin: string; path: string }): Html => html`
  <p>Prospector answers questions about ecommerce stores and the people who work at them. It returns what its catalogue
  already holds; no request scans a website.</p>
  <p>The base address is <code data-origin>${base.origin}${base.path}</code>. Requests and responses are JSON. Every response
  carries a request id, in the header <code>X-Request-Id</code> and in the body as <code>request_id</code>; quote it when you
  ask for help. The machine-readable description is at <a href="${base.path}/openapi.json"><code>${base.path}/openapi.json</code></a>.</p>
  <p>To begin you need a key. <a href="/sign-up">Sign up</a> or <a href="/sign-in">sign in</a>, and create one in <a href="/settings/keys">Settings, API keys</a>. A test key
  (<code>psk_test_…</code>) needs no plan, reaches the same operations over a synthetic catalogue, and costs nothing.</p>
  <p>The usual way: search contacts, choose ids from the previews, ask for a quote or check <a href="#getUsage">usage</a>,
  then <a href="#revealContacts">reveal</a>. <a href="#guide-reveal">Search and reveal</a> is that as a program, in <a href="#clients">TypeScript and Python</a>.</p>
  ${codeBlock(
    'Your first request',
    'curl',
    `export PROSPECTOR_KEY=psk_live_…\ncurl ${base.origin}${base.path}/usage \\\n  -H "Authorization: Bearer $PROSPECTOR_KEY"`,
  )}
  ${codeBlock('Find contacts', 'curl', snippetsFor(base.origin).firstReveal)}
  ${codeBlock('A contact and a store for the examples below', 'shell', snippetsFor(base.origin).realIds)}
  <p>The examples use them as <code>$CONTACT_ID</code> and <code>$DOMAIN</code>. Other ids, such as
  <code>$JOB_ID</code>, are those that you got when you made one. Ids and domains in responses are made up.</p>
  <p>In <a href="#guide-test-mode">test mode</a> contacts such as <code>ct_test_InsufficientCred</code> make each error,
  <a href="#advanceTestClock"><code>/test/clock</code></a> moves time forward, and <a href="#resetTestMode"><code>/test/reset</code></a> starts over. The
  two modes share nothing.</p>`

const authentication: Html = html`
  <p>Send an API key or an OAuth access token in the header <code>Authorization: Bearer …</code>. Keys are created in
  <a href="/settings/keys">Settings, API keys</a> by accounts with a paid plan, test keys by every account, and are shown once. A missing or invalid credential is a
  <a href="#error-missing_credentials">401</a>; a revoked, an expired and an unknown key can’t be told apart.</p>
  <p>A credential works only where it has the scope. After API access lapses, keys keep working for billing operations
  alone; everything else answers <a href="#error-api_access_required"><code>api_access_required</code></a> with the way back in.</p>
  <div class="scroll" tabindex="0" role="region" aria-label="Scopes"><table><thead><tr><th scope="col">Scope</th><th scope="col">Lets a credential</th></tr></thead>
  <tbody>${Object.entries(scopeMeanings).map(
    ([scope, { meaning, spends }]) => html`<tr><th scope="row"><code>${scope}</code></th>
    <td>${meaning}${spends && html` <span class="gold">(spends credits)</span>`}</td></tr>`,
  )}</tbody></table></div>`

const credits: Html = html`
  <p>An account has <span class="gold">one pool of contact credits</span>, shared by the API, connected integrations and the
  web application.</p>
  <ul>
    <li>The first reveal of a contact by an account spends one credit, whichever channels it has. Revealing it again is free.</li>
    <li>A reveal is all or nothing: if the new contacts cost more than is left, nothing is spent and nothing is revealed.</li>
    <li>Contacts that can’t be revealed cost nothing. Searching and quoting cost nothing.</li>
    <li>Credits come with the usage month, which runs from the subscription’s day to the same day of the next month (UTC).
    Unused credits expire with it. A trial is one period of its own. How many come is in the <a href="#plans">plan</a>.</li>
  </ul>
  <p>Every change is an entry in the <a href="#listCreditEntries">credit ledger</a>.</p>
  <p>Revealed emails, phones and profile URLs are sensitive: keep them out of logs and public analytics. Contact ids are
  opaque; use only ids that the service returned.</p>`

const written = (count: number): string => count.toLocaleString('en-GB')

type Column = { heading: string; cell: (plan: Plan) => string }

const planColumns: Column[] = [
  ...Object.values(
    forEachLimit(
      (limit, { label }): Column => ({
        heading: label[0]!.toUpperCase() + label.slice(1),
        cell: (plan) => written(plan[limit]),
      }),
    ),
  ),
  {
    heading: 'Trial',
    cell: ({ trial }) => (trial ? `${written(trial.credits)} credits for ${written(trial.days)} days` : 'none'),
  },
]

const planTable = (plans: Plans): Html => html`
  <p>A plan says how many credits come with each usage month, and how much may be asked. An account can have limits of its own;
  <a href="#getUsage">usage</a> says which apply to you.</p>
  <div class="scroll" tabindex="0" role="region" aria-label="Plans"><table><thead><tr><th scope="col">Plan</th>${planColumns.map(
    ({ heading }) => html`<th scope="col">${heading}</th>`,
  )}</tr></thead>
  <tbody>${[...plans.values()].map(
    (plan) =>
      html`<tr><th scope="row">${plan.name}</th>${planColumns.map(({ cell }) => html`<td>${cell(plan)}</td>`)}</tr>`,
  )}</tbody></table></div>`

const errors = ({ origin }: { origin: string }): Html => html`
  <p>An error has one shape. <code>param</code> names the offending parameter as a dotted path, <code>billing</code> says how
  to fix a lack of credits or access, <code>limit</code> which limit was met.</p>
  ${codeBlock(
    'Error',
    '400',
    JSON.stringify(
      {
        error: {
          type: 'invalid_request_error',
          code: 'invalid_contact_id',
          message: problems.invalidContactId('contact_ids[3]').message,
          param: 'contact_ids[3]',
          doc_url: `${origin}/docs/errors/invalid_contact_id`,
          request_id: requestIdExample,
        },
      },
      null,
      2,
    ),
  )}
  <p>Checks run in this order: the route (404, 405), the credential (401), scope and plan (403), request limits (429), size and
  kind of the body (413, 415), its shape (400), then the operation’s own errors. What passes the limits is counted, whatever it
  is answered afterwards.</p>
  <div class="scroll" tabindex="0" role="region" aria-label="All error codes"><table class="errors"><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
  <tbody>${Object.entries(problemCatalogue).map(
    ([code, { status, type, meaning }]) => html`<tr id="error-${code}"><td class="number">${status}</td>
    <th scope="row"><a href="/docs/errors/${code}"><code>${code}</code></a></th><td><code>${type}</code></td><td>${inline(meaning)}</td></tr>`,
  )}</tbody></table></div>`

/** A test compares them with the operations that take a large body. */
const largeBodies = [
  'createHubspotRun',
  'createJob',
  'putExclusion',
  'reportBounces',
  'addListItems',
  'removeListItems',
  'updateWork',
  'findWork',
]

const limits: Html = html`
  <p>Requests are counted in fixed windows, the clock minute and the UTC day, per account over all its credentials.</p>
  <div class="scroll" tabindex="0" role="region" aria-label="Limits"><table><thead><tr><th scope="col">What</th><th scope="col">Limit</th></tr></thead><tbody>
    <tr><th scope="row">Store and contact operations</th><td>a minute and a day, by <a href="#plans">plan</a></td></tr>
    <tr><th scope="row">Usage, taxonomy, credit entries, lists, saved searches, watches and work</th><td>${fixedMeterLimits.own.minute} a minute</td></tr>
    <tr><th scope="row">Events, webhooks, HubSpot and jobs</th><td>${fixedMeterLimits.feed.minute} a minute</td></tr>
    <tr><th scope="row">Billing operations</th><td>${fixedMeterLimits.billing.minute} a minute</td></tr>
    <tr><th scope="row">Rows returned by searches</th><td>a usage month, by <a href="#plans">plan</a></td></tr>
    <tr><th scope="row">Contacts in one reveal</th><td>${contactsPerRevealMax}</td></tr>
    <tr><th scope="row">CSV exports that run at once</th><td>${exportsPerAccount}</td></tr>
    <tr><th scope="row">Request body</th><td>${size(bodyBytesMax)}; ${size(largeBodyBytesMax)} for ${largeBodies.map(
      (id, at) => html`${at > 0 && ', '}<a href="#${id}"><code>${id}</code></a>`,
    )}</td></tr>
  </tbody></table></div>
  <p>Every metered response says where you stand:</p>
  ${codeBlock(
    'Headers',
    '',
    'RateLimit-Policy: "requests_per_minute";q=60;w=60, "requests_per_day";q=5000;w=86400\nRateLimit: "requests_per_minute";r=59;t=41, "requests_per_day";r=4999;t=30211',
  )}
  <p>Beyond a limit the answer is <a href="#error-rate_limit_exceeded">429</a>, with <code>Retry-After</code> in seconds and
  <code>error.limit</code>. A refused request is not counted.</p>`

const pagination: Html = html`
  <p>Lists come in pages of <code>limit</code> items, 1 to ${pageLimitMax}, ${pageLimitDefault} by default. While <code>has_more</code> is true, pass
  <code>next_cursor</code> back unchanged as <code>cursor</code>, with the same filters. A cursor is sealed, and bound to your
  account and the query; with anything else it answers <a href="#error-invalid_cursor"><code>invalid_cursor</code></a>.
  <a href="#listWebhooks">Webhooks</a>, <a href="#listWatches">watches</a> and <a href="#listExclusions">exclusion lists</a> are short: without <code>limit</code> they
  come whole. <a href="#listEvents">Events</a> are read by their numbers.</p>`

const idempotency: Html = html`
  <p>A reveal that is repeated never charges twice for a contact. To get the very same answer again after a lost connection,
  send an <code>Idempotency-Key</code> of 1 to ${idempotencyKeyLengthMax} characters: the same key with the same <code>contact_ids</code> answers the
  first outcome again, with the headers <code>Idempotent-Replayed: true</code> and <code>Original-Request-Id</code>, which is
  the <code>request_id</code> of the <a href="#listCreditEntries">ledger entry</a>. With other contacts, or the same in another
  order, it is a <a href="#error-idempotency_conflict">409</a>. <a href="#createJob">Jobs</a> take such a key as well: the same key answers the job that the first request made.</p>
  <p><a href="#guide-retries">Retry a reveal</a> has the code. Keys are remembered for at least ${keyHours} hours. Errors are not remembered: after a 402 the same key works once credits are there.</p>`
