/**
 * Turns the descriptions of the API into types and a table of routes: the web application and the SDK know the server
 * only through them. Plain JSON Schema as our operations use it; a construct it does not know is an error, not a guess.
 */
type Schema = Record<string, unknown>
type ApiDescription = {
  paths: Record<string, Record<string, Schema>>
  components: { schemas: Record<string, Schema> }
}

export type { ApiDescription, Schema }

type Replies = Record<string, { content: Record<string, { schema: Schema }> }>

/** Of success: 200, or 201 where something is made. */
const replyOf = (replies: Replies) => (replies['201'] ?? replies['200'])!

type DescribedApi = { base: string; description: unknown }

export function renderApiTypes(apis: readonly DescribedApi[]): string {
  const operations = apis.flatMap(({ base, description }) => operationsOf(base, description as ApiDescription))
  const schemas = Object.assign(
    {},
    ...apis.map(({ description }) => (description as ApiDescription).components.schemas),
  )
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
      ([name, schema]) => `export type ${name} = ${plainTypes(schema)}\n`,
    ),
  ].join('\n')
}

export function operationsOf(base: string, { paths }: ApiDescription, typeOf: TypeWriter = plainTypes) {
  const objectOf = (properties: Property[]) => typeOf(toObject(properties))
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = (operation.parameters ?? []) as Parameter[]
      const within = (place: string) => parameters.filter((parameter) => parameter.in === place)
      const body = (operation.requestBody as { content: Record<string, { schema: Schema }> } | undefined)?.content
      const replies = operation.responses as Replies
      return {
        id: operation.operationId as string,
        method: method.toUpperCase(),
        path: base + path,
        meter: operation['x-meter'] as string,
        summary: operation.summary as string,
        description: operation.description as string,
        bodySchema: body && body['application/json']!.schema,
        parameters,
        replySchema: replyOf(replies).content['application/json']!.schema,
        isQueryNeeded: within('query').some(({ required }) => required === true),
        isKeyed: parameters.some(({ name }) => name === 'Idempotency-Key'),
        readsOnly: operation['x-reads-only'] === true,
        hasCsv: 'text/csv' in replyOf(replies).content,
        params: objectOf(within('path').map(({ name, schema }) => [name, true, schema])),
        query: objectOf(within('query').map(({ name, required, schema }) => [name, required === true, schema])),
        body: body ? typeOf(body['application/json']!.schema) : 'undefined',
        reply: typeOf(replyOf(replies).content['application/json']!.schema),
      }
    }),
  )
}

/** What clients ask for at once, and how long they let a question wait: as much as the API takes. */
export function requestSizes(operations: ReturnType<typeof operationsOf>, schemas: Record<string, Schema>) {
  const find = (wanted: string) => operations.find(({ id }) => id === wanted)!
  const { contact_ids } = resolved(find('revealContacts').bodySchema!, schemas).properties as Record<string, Schema>
  const mostOfEvents = (wanted: string) =>
    Number(find('listEvents').parameters.find(({ name }) => name === wanted)!.schema.maximum)
  return {
    contactsPerReveal: Number(contact_ids!.maxItems),
    eventsPerPage: mostOfEvents('limit'),
    eventsWaitSeconds: mostOfEvents('wait'),
  }
}

/** The schema itself where only its name is given. */
export const resolved = (schema: Schema, schemas: Record<string, Schema>): Schema =>
  typeof schema.$ref === 'string' ? schemas[schema.$ref.split('/').at(-1)!]! : schema

type Parameter = { in: string; name: string; required?: boolean; schema: Schema }
type TypeWriter = (schema: Schema) => string
type Property = [name: string, isRequired: boolean, schema: Schema]

/** With comments, every property stands on a line of its own under its description. */
export function createTypeWriter({ withComments }: { withComments: boolean }): TypeWriter {
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
    if (properties.length === 0) {
      const others = schema.additionalProperties
      return typeof others === 'object' ? `Record<string, ${typeOf(others as Schema)}>` : 'Record<never, never>'
    }
    const parts = properties.map(([name, inner]) => {
      const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name)
      return `${withComments ? comment(inner.description) : ''}${key}${required.has(name) ? '' : '?'}: ${typeOf(inner)}`
    })
    return withComments ? `{\n${parts.join('\n')}\n}` : `{ ${parts.join('; ')} }`
  }

  return typeOf
}

export const comment = (text: unknown): string =>
  typeof text === 'string' ? `/** ${text.replaceAll('*/', '* /').replaceAll('\n', ' ')} */\n` : ''

const plainTypes = createTypeWriter({ withComments: false })

const toObject = (properties: Property[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(properties.map(([name, , schema]) => [name, schema])),
  required: properties.filter(([, isRequired]) => isRequired).map(([name]) => name),
})

const unionOf = (types: string[]): string => [...new Set(types)].join(' | ')
