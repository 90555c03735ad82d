import { fixedMeterLimits } from '../../accounts/limits.ts'
import { type Html, html } from '../../base/html.ts'
import { codeBlock, inLanguages } from './code-block.ts'
import type { DescribedOperation, Endpoint } from './described-operation.ts'
import { snippetsOf } from './operation-snippets.ts'
import { inline, prose } from './prose.ts'
import { type Field, fieldsOf, fieldTable, type Schema } from './schema-table.ts'

const meterNotes = {
  request: 'a store and contact request',
  own: `in a window of its own, ${fixedMeterLimits.own.minute} a minute`,
  billing: `a billing request, ${fixedMeterLimits.billing.minute} a minute`,
  feed: `in the window of events and webhooks, ${fixedMeterLimits.feed.minute} a minute`,
}

export function operationSection({ method, path, operation }: Endpoint, base: { origin: string; path: string }): Html {
  const { operationId, summary } = operation
  const spends = '402' in operation.responses
  const status = '201' in operation.responses ? '201' : '200'
  const reply = operation.responses[status]!.content['application/json']
  const example = operation.requestBody?.content['application/json'].example
  return html`<section id="${operationId}" class="operation" data-searchable data-method="${method}" data-path="${base.path}${path}"
    ${example !== undefined && html`data-body="${JSON.stringify(example, null, 2)}"`} aria-labelledby="${operationId}-title">
    <div class="about">
      <h3 id="${operationId}-title">${summary} <a class="anchor" href="#${operationId}" aria-label="Link to ${summary}">#</a></h3>
      <p class="endpoint"><span class="method">${method}</span> <code>${base.path}${path}</code></p>
      <dl class="facts">
        <div><dt>Operation</dt><dd><code>${operationId}</code></dd></div>
        <div><dt>Scope</dt><dd><code>${operation['x-scope']}</code></dd></div>
        <div><dt>Counts as</dt><dd>${meterNotes[operation['x-meter']]}</dd></div>
        <div><dt>Costs</dt><dd>${spends ? html`<span class="gold">1 credit a new contact</span>` : 'no credits'}</dd></div>
      </dl>
      ${prose(withoutScope(operation.description))}
      ${parameterTables(operation)}
      <h4>Errors</h4>
      ${errorTable(operation)}
      <details><summary>Response fields</summary>
        ${replyTables(summary, reply.schema)}</details>
    </div>
    <div class="examples">
      ${inLanguages('Request', snippetsOf({ method, path, operation }, base))}
      ${codeBlock('Response', status, JSON.stringify(reply.example, null, 2))}
    </div>
  </section>`
}

/** One table; where the reply is one of several, one for each, under what its `object` says. */
function replyTables(summary: string, schema: Schema): Html[] {
  const label = `Response fields of ${summary}`
  if (!schema.anyOf) return [fieldTable(label, fieldsOf(schema), { showRequired: false })]
  return schema.anyOf.map((choice) => {
    const name = String(choice.properties?.object?.const)
    return html`<p><code>${name}</code>: ${inline(choice.description ?? '')}</p>
      ${fieldTable(`${label}: ${name}`, fieldsOf(choice), { showRequired: false })}`
  })
}

/** The description ends with the scope for readers of openapi.json; this page shows it as a fact. */
const withoutScope = (description: string): string => description.replace(/\n\nScope: `[^`]*`\.$/, '')

function parameterTables({ summary, parameters, requestBody }: DescribedOperation): Html[] {
  const groups: [string, string, Field[]][] = [
    ['Path parameters', 'path', fieldsIn('path')],
    ['Query parameters', 'query', fieldsIn('query')],
    ['Headers', 'header', fieldsIn('header')],
    ['Request body', 'body', requestBody ? fieldsOf(requestBody.content['application/json'].schema) : []],
  ]
  function fieldsIn(place: string): Field[] {
    return parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, schema }) => ({ name, depth: 0, required, schema }))
  }
  return groups
    .filter(([, , fields]) => fields.length > 0)
    .map(([title, , fields]) => html`<h4>${title}</h4>${fieldTable(`${title} of ${summary}`, fields)}`)
}

function errorTable(operation: DescribedOperation): Html {
  const rows = Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) =>
      description.split('\n\n').map((line) => {
        const [, code, meaning] = /^`(\w+)`: (.*)$/s.exec(line)!
        return { status, code: code!, meaning: meaning! }
      }),
    )
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Errors of ${operation.summary}"><table class="errors">
    <thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${rows.map(
      ({ status, code, meaning }) => html`<tr><td class="number">${status}</td>
      <th scope="row"><a href="#error-${code}"><code>${code}</code></a></th><td>${inline(meaning)}</td></tr>`,
    )}</tbody></table></div>`
}
