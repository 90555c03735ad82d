/**
 * Turns the descriptions of the API into types and a table of routes: the web application and the SDK know the server
 * only through them. Plain JSON Schema as our operations use it; a construct it does not know is an error, not a guess.
 */
type Schema = Record<string, unknown>
type Described = {
  paths: Record<string, Record<string, Schema>>
  components: { schemas: Record<string, Schema> }
}

type DescribedApi = { base: string; description: unknown }

export function renderApiTypes(apis: readonly DescribedApi[]): string {
  const operations = apis.flatMap(({ base, description }) => operationsOf(base, description as Described))
  const schemas = Object.assign({}, ...apis.map(({ description }) => (description as Described).components.schemas))
  return [
    '// Made by "npm run generate" from the descriptions of the API. Do not edit.',
    '',
    'export const routes = {',
    ...operations.map(
      ({ id, method, path, meter }) => `  ${id}: { method: '${method}', path: '${path}', meter: '${meter}' },`,
    ),
    '} as const',
    '',
    'export type Operations = {',
    ...operations.map(
      ({ id, params, query, body, reply }) =>
        `  ${id}: {\n    params: ${params}\n    query: ${query}\n    body: ${body}\n    reply: ${reply}\n  }`,
    ),
    '}',
    '',
    ...Object.entries(schemas as Record<string, Schema>).map(
      ([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`,
    ),
  ].join('\n')
}

function operationsOf(base: string, { paths }: Described) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = (operation.parameters ?? []) as {
        in: string
        name: string
        required?: boolean
        schema: Schema
      }[]
      const within = (place: string) => parameters.filter((parameter) => parameter.in === place)
      const body = (operation.requestBody as { content: Record<string, { schema: Schema }> } | undefined)?.content
      const replies = operation.responses as Record<string, { content: Record<string, { schema: Schema }> }>
      return {
        id: operation.operationId as string,
        method: method.toUpperCase(),
        path: base + path,
        meter: operation['x-meter'] as string,
        params: objectOf(within('path').map(({ name, schema }) => [name, true, schema])),
        query: objectOf(within('query').map(({ name, required, schema }) => [name, required === true, schema])),
        body: body ? typeOf(body['application/json']!.schema) : 'undefined',
        reply: typeOf((replies['201'] ?? replies['200'])!.content['application/json']!.schema),
      }
    }),
  )
}

function typeOf(schema: Schema): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1)!
  const union = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (union) return unionOf(union.map(typeOf))
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return unionOf(schema.enum.map((value) => JSON.stringify(value)))
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type) => typeOf({ ...schema, type })))
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return `(${typeOf(schema.items as Schema)})[]`
    case 'object':
      return typeOfObject(schema)
  }
  throw new Error(`This schema has no type yet: ${JSON.stringify(schema)}`)
}

function typeOfObject(schema: Schema): string {
  const required = new Set(schema.required as string[] | undefined)
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  if (properties.length === 0 && typeof schema.additionalProperties === 'object') {
    return `Record<string, ${typeOf(schema.additionalProperties as Schema)}>`
  }
  return objectOf(properties.map(([name, inner]) => [name, required.has(name), inner]))
}

function objectOf(properties: [name: string, isRequired: boolean, schema: Schema][]): string {
  if (properties.length === 0) return 'Record<never, never>'
  const parts = properties.map(([name, isRequired, schema]) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name)
    return `${key}${isRequired ? '' : '?'}: ${typeOf(schema)}`
  })
  return `{ ${parts.join('; ')} }`
}

const unionOf = (types: string[]): string => [...new Set(types)].join(' | ')
