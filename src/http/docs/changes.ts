import { type Html, html } from '../../base/html.ts'
import { inline } from './prose.ts'

export const versioning: Html = html`
  <p>The version is in the path. Within v1 fields, enum values, filters, headers and operations may be added, so clients must
  tolerate what they do not know. Nothing is removed or renamed; breaking changes go to a future v2, unless a security or abuse
  issue needs immediate action.</p>
  <h3 id="deprecation">Deprecation</h3>
  <p>An operation, a field or a value that has a better successor is deprecated before it ends with v1:</p>
  <ul>
    <li>The changelog below and the description say so (<code>deprecated: true</code>), and name what to use instead.</li>
    <li>Replies of a deprecated operation carry <code>Deprecation</code> (RFC 9745: since when), <code>Sunset</code> (RFC 8594: until when
    at least) and a <code>Link</code> to this page with <code>rel="deprecation"</code>. Watch for these headers and log them.</li>
    <li>At least twelve months lie between the two dates. Until then it works as before.</li>
  </ul>
  <p>Nothing is deprecated now.</p>`

type Change = { date: string; added: string[]; changed?: string[] }

/** Changes of the API that callers notice, newest first. */
const changes: Change[] = [
  {
    date: '2026-11',
    added: [
      'Test mode: test keys, magic contacts and domains, `/test/clock`, `/test/reset`; clients for TypeScript and Python, nodes for n8n',
      '`/jobs`, `/events`, `/webhooks`, `/lists`, `/saved-searches`, `/watches`, `/work-items`, `/exclusions`, `/bounces`, `/hubspot`, `GET /credits/history`',
      '`since`, `list_id` and `work_status` for revealed contacts, their search, and exports in the columns of CRMs',
      '`GET /contacts/{contact_id}`, `GET /stores/{domain}/similar`, `POST /billing/top-up-link`, `GET /billing/invoices`',
      '`store.query` and `person.query` in searches; `warnings` for values that match nothing',
      '`total` on every list; `inputs` in enrichment items; `doc_url` in errors; `credits.spendable_now`; `lots` in credit entries; `web_search_rows_per_month` and `watches` of plans',
      'Compression: zstd, br and gzip',
      'CORS; OAuth registration, client metadata documents and introspection; MCP revision 2026-07-28, resources and prompts',
    ],
    changed: [
      'Values of open lists that the catalogue does not hold are no longer refused.',
      '`cursor: null`, empty lists and empty objects mean “not given”.',
      '`invalid_contact_id` names the item in `param`: `contact_ids[3]`.',
      'Limits are named `requests_per_minute`, `requests_per_day`, `own_requests_per_minute`, `billing_requests_per_minute` and ' +
        '`search_rows_per_month`, in errors and headers alike.',
      'Billing links live until their `expires_at`.',
      'A third export of an account at the same time is a 429 with the limit `exports_at_once` instead of a 503.',
      'Approved OAuth clients with a secret may leave PKCE out. Public clients must use it.',
    ],
  },
]

export const changelog: Html = html`
  ${changes.map(
    ({ date, added, changed = [] }) => html`<h3 id="changes-${date}">${date}</h3>
    <p>Added:</p><ul>${added.map((line) => html`<li>${inline(line)}</li>`)}</ul>
    ${changed.length > 0 && html`<p>Changed:</p><ul>${changed.map((line) => html`<li>${inline(line)}</li>`)}</ul>`}`,
  )}`
