import { readFileSync } from 'node:fs'
import { basePath } from '../../base/api-paths.ts'
import { type Html, html } from '../../base/html.ts'
import { type ProblemCode, problemCatalogue } from '../../base/problems.ts'
import { requestIdExample } from '../../base/schema.ts'
import type { AnyOperation } from '../../call/operation.ts'
import { magicContactErrors, magicDomains } from '../../test-mode/magic.ts'
import { waysToErrors } from '../../test-mode/ways-to-errors.ts'
import { codeBlock } from './code-block.ts'
import { smallPage } from './page.ts'
import { inline } from './prose.ts'
import { type DocsPage, pathOfOperation } from './section-pages.ts'

/** What to do about each error, from docs/errors.md. */
const remedies = JSON.parse(readFileSync(new URL('remedies.json', import.meta.url), 'utf8')) as Record<string, string>

/** `impliedProblems`: errors that an operation need not list. */
type Options = { origin: string; impliedProblems(operation: AnyOperation<never>): ProblemCode[] }

/** A page for each error, where its `doc_url` leads. */
export function errorPages(
  operations: readonly AnyOperation<never>[],
  { origin, impliedProblems }: Options,
): DocsPage[] {
  const isImplied = (code: ProblemCode) => operations.some((operation) => impliedProblems(operation).includes(code))
  return (Object.keys(problemCatalogue) as ProblemCode[]).map((code) => {
    const path = `/docs/errors/${code}`
    return {
      path,
      title: code,
      markup: () => smallPage(code, path, errorPage(code, operations, { origin, isCommon: isImplied(code) })),
    }
  })
}

function errorPage(
  code: ProblemCode,
  operations: readonly AnyOperation<never>[],
  { origin, isCommon }: { origin: string; isCommon: boolean },
): Html {
  const { status, type, meaning } = problemCatalogue[code]
  const answeredBy = operations.filter(({ problems }) => problems.includes(code))
  const error = { type, code, message: meaning, doc_url: `${origin}/docs/errors/${code}`, request_id: requestIdExample }
  return html`<p>${inline(meaning)}</p>
  <dl class="facts">
    <div><dt>Status</dt><dd>${status}</dd></div>
    <div><dt>Type</dt><dd><code>${type}</code></dd></div>
    <div><dt>Code</dt><dd><code>${code}</code></dd></div>
  </dl>
  <h2>What to do</h2>
  <p>${inline(remedies[code] ?? '')}</p>
  ${codeBlock('The reply', String(status), JSON.stringify({ error }, null, 2))}
  <h2>How to get it in test mode</h2>
  ${magicOf(code, origin)}
  <h2>Who answers it</h2>
  ${
    answeredBy.length > 0 &&
    html`<ul>${answeredBy.map(({ id, summary }) => html`<li><a href="${pathOfOperation(id)}">${summary}</a></li>`)}</ul>`
  }
  <p>${
    isCommon
      ? 'Operations that take such a request: it is checked before any of them runs.'
      : answeredBy.length === 0
        ? 'Operations of the web application, or requests to no operation at all.'
        : 'No other operation of the API.'
  } All errors are in <a href="/docs/guides/errors">Errors</a>.</p>`
}

function magicOf(code: ProblemCode, origin: string): Html {
  const contact = magicContactErrors.find((magic) => magic.code === code)
  const store = magicDomains.find((magic) => magic.code === code)
  if (contact)
    return html`<p>Reveal the contact <code>${contact.contactId}</code> with a test key. Nothing is spent.</p>
    ${codeBlock(
      'Make it happen',
      'curl',
      `curl ${origin}${basePath}/contacts/reveal \\\n  -H "Authorization: Bearer $PROSPECTOR_TEST_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '{"contact_ids": ["${contact.contactId}"]}'`,
    )}`
  if (store)
    return html`<p>Look up the store <code>${store.domain}</code> with a test key.</p>
    ${codeBlock(
      'Make it happen',
      'curl',
      `curl ${origin}${basePath}/stores/${store.domain} \\\n  -H "Authorization: Bearer $PROSPECTOR_TEST_KEY"`,
    )}`
  const known = waysToErrors[code as keyof typeof waysToErrors]
  if ('notInTestMode' in known) return html`<p>It can’t be made. ${inline(known.notInTestMode)}</p>`
  return html`<p>${inline(known.way)}</p>
    <p>With a test key that costs nothing, and
    <a href="${pathOfOperation('resetTestMode')}"><code>/test/reset</code></a> starts over.</p>`
}
