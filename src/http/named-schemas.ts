type Schema = Record<string, unknown> & {
  title?: string
  description?: string
  type?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  /** For a body whose parts depend on one of them. */
  then?: Schema
  else?: Schema
  additionalProperties?: unknown
}

/**
 * The schemas of a description by name. Code generators make a type of each, so what they call it decides how pleasant
 * the generated client is: a schema is named by its `title`, else by the constant in its `object` field, else after the
 * place where it stands.
 */
export type NamedSchemas = {
  /** A reference to the schema's component, which is added when it is new. */
  refer(schema: unknown, fallbackName: string): Schema
  /** The same for a response that many operations give. */
  referResponse(response: object, name: string): object
  /** All components so far, in the order of their names. */
  all(): Record<string, Schema>
  responses(): Record<string, object>
}

export function createNamedSchemas(): NamedSchemas {
  const byName = new Map<string, Schema>()
  const nameOf = new Map<string, string>()

  /** One shape has one name, and one name never stands for two shapes: the second is named after its place. */
  function register(shape: Schema, ownName: string | undefined, fallbackName: string): string {
    const text = JSON.stringify(shape)
    const known = ownName === undefined ? nameOf.get(text) : undefined
    if (known !== undefined) return known
    const isFree = (name: string): boolean => !byName.has(name) || JSON.stringify(byName.get(name)) === text
    const name = [ownName ?? fallbackName, fallbackName, `${fallbackName}Item`].find(isFree)
    if (name === undefined) throw new Error(`Two schemas are called ${fallbackName}: give one of them a title.`)
    byName.set(name, shape)
    nameOf.set(text, name)
    return name
  }

  function refer(given: unknown, fallbackName: string): Schema {
    const schema = given as Schema
    const ownName = ownNameOf(schema)
    const inner = referInside(schema, ownName ?? fallbackName)
    const isNamed = schema.title !== undefined || (schema.type === 'object' && schema.properties !== undefined)
    if (!isNamed) return inner
    const { description, ...shape } = inner
    const $ref = `#/components/schemas/${register(shape, ownName, fallbackName)}`
    return description === undefined ? { $ref } : { $ref, description }
  }

  function referInside(schema: Schema, name: string): Schema {
    const { properties, items, anyOf, additionalProperties, then: whenSo, else: otherwise } = schema
    return {
      ...schema,
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([key, inner]) => [key, refer(inner, name + pascalCase(key))]),
        ),
      }),
      ...(items && { items: refer(items, singular(name)) }),
      ...(anyOf && { anyOf: anyOf.map((choice) => refer(choice, name)) }),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits this.
      ...(whenSo && { then: referInside(whenSo, name) }),
      ...(otherwise && { else: referInside(otherwise, name) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: refer(additionalProperties, name) }),
    }
  }

  const responses = new Map<string, object>()
  function referResponse(response: object, name: string): object {
    const known = responses.get(name)
    // A name says which errors it holds; under another set of headers it would be another response.
    if (known && JSON.stringify(known) !== JSON.stringify(response)) return response
    responses.set(name, response)
    return { $ref: `#/components/responses/${name}` }
  }

  return { refer, referResponse, all: () => inOrder(byName), responses: () => inOrder(responses) }
}

const inOrder = <T>(byName: Map<string, T>): Record<string, T> =>
  Object.fromEntries([...byName].sort(([a], [b]) => (a < b ? -1 : 1)))

/** Every schema where it stands, for a reader who wants to see all of it in one place. */
export const inlineSchemas: NamedSchemas = {
  refer: (schema) => schema as Schema,
  referResponse: (response) => response,
  all: () => ({}),
  responses: () => ({}),
}

function ownNameOf({ title, properties }: Schema): string | undefined {
  if (title !== undefined) return title
  const kind = properties?.object?.const
  if (typeof kind !== 'string') return undefined
  if (kind !== 'list') return pascalCase(kind)
  const item = ownNameOf(properties?.data?.items ?? {})
  return item && `${item}List`
}

export const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
