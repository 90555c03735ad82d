/** What the TypeScript client knows of the API: routes, methods and types, with the descriptions of openapi.json as comments. */
import { type ApiDescription, comment, createTypeWriter, operationsOf, requestSizes, type Schema } from './api-types.ts'

const typeOf = createTypeWriter({ withComments: true })

export function renderClientTypes(base: string, description: unknown, version: string): string {
  const { components, webhooks } = description as ApiDescription & {
    components: { schemas: Record<string, Schema> }
    webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }>
  }
  const told = Object.values(webhooks).map(({ post }) => typeOf(post.requestBody.content['application/json'].schema))
  const operations = operationsOf(base, description as ApiDescription, typeOf)
  return [
    '// Made by "npm run generate" from the description of the API. Do not edit.',
    "import type { Call, CallOptions } from './call.ts'",
    '',
    `export const version = '${version}'`,
    '',
    '/** As much as one request takes. */',
    ...Object.entries(requestSizes(operations, components.schemas)).map(
      ([name, size]) => `export const ${name} = ${size}`,
    ),
    '',
    '/** `keyed`: takes an Idempotency-Key. `reads`: a POST that changes nothing. */',
    'export const routes = {',
    ...operations.map(({ id, method, path, isKeyed, readsOnly }) => {
      const flags = `${isKeyed ? ', keyed: true' : ''}${readsOnly ? ', reads: true' : ''}`
      return `  ${id}: { method: '${method}', path: '${path}'${flags} },`
    }),
    '} as const',
    '',
    'export interface Methods {',
    ...operations.map(({ id, summary, description: text, params, query, body, reply, bodySchema, isQueryNeeded }) => {
      const isOptional = params === nothing && !isQueryNeeded && !needsAnything(bodySchema, components.schemas)
      const request = requestOf([params, query, body], isOptional)
      return `${comment(`${summary}. ${text}`)}${id}(${request}, options?: CallOptions): Call<${reply}>`
    }),
    '}',
    '',
    'export type Operations = {',
    ...operations.map(
      ({ id, params, query, body, reply, hasCsv }) =>
        `  ${id}: { params: ${params}; query: ${query}; body: ${body}; reply: ${reply}${hasCsv ? '; csv: true' : ''} }`,
    ),
    '}',
    '',
    '/** What webhooks deliver, and what the feed of events tells. */',
    `export type ToldEvent = ${told.join(' | ')}`,
    '',
    ...Object.entries(components.schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`),
  ].join('\n')
}

const nothing = 'Record<never, never>'

/** One object: what stands in the path, the query string or the body is the description's business. */
function requestOf(parts: string[], isOptional: boolean): string {
  const given = parts.filter((part) => part !== nothing && part !== 'undefined')
  return given.length === 0 ? `request?: ${nothing}` : `request${isOptional ? '?' : ''}: ${given.join(' & ')}`
}

function needsAnything(body: Schema | undefined, schemas: Record<string, Schema>): boolean {
  if (typeof body?.$ref === 'string') return needsAnything(schemas[body.$ref.split('/').at(-1)!], schemas)
  return ((body?.required ?? []) as string[]).length > 0
}
