/** What the Python client knows of the API: routes, models and methods, with the descriptions of openapi.json as docstrings. */
import { type ApiDescription, operationsOf, requestSizes, type Schema } from './api-types.ts'
import { literal, snakeCase, typeIn, wrap } from './python-text.ts'

type ClientDescription = ApiDescription & {
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }>
}
type Operation = ReturnType<typeof operationsOf>[number]
type Argument = { name: string; isRequired: boolean; schema: Schema; isPositional: boolean }

const made = '# Made by "npm run generate" from the description of the API. Do not edit.'

/** By file name, in sdk-python/src/prospector_client. */
export function renderPythonClient(base: string, given: unknown, version: string): Record<string, string> {
  const description = given as ClientDescription
  const operations = operationsOf(base, description)
  const schemas = withNamedParts(description.components.schemas)
  const events = Object.values(description.webhooks).map(({ post }) => post.requestBody.content['application/json'])
  return {
    '_routes.py': renderRoutes(operations, requestSizes(operations, description.components.schemas), version),
    'models.py': renderModels(
      schemas,
      events.map(({ schema }) => nameOf(schema)),
    ),
    '_methods.py': renderMethods(operations, schemas, { isAsync: false }),
    '_async_methods.py': renderMethods(operations, schemas, { isAsync: true }),
  }
}

/** A dictionary with fields of its own has a name in Python: that of its owner and of its field. */
function withNamedParts(schemas: Record<string, Schema>): Record<string, Schema> {
  const named: Record<string, Schema> = {}
  const visit = (schema: Schema, path: string): Schema => {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, inner]) => {
      const innerName = path + name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
      const found = visit(inner, innerName)
      if (found.properties === undefined || Object.keys(found.properties as object).length === 0) return [name, found]
      named[innerName] = { ...found, type: 'object' }
      const isNullable = Array.isArray(found.type) && found.type.includes('null')
      const anyOf = [{ $ref: innerName }, ...(isNullable ? [{ type: 'null' }] : [])]
      return [name, { anyOf, description: inner.description }]
    })
    if (schema.items) return { ...schema, items: visit(schema.items as Schema, path) }
    return schema.properties ? { ...schema, properties: Object.fromEntries(properties) } : schema
  }
  for (const [name, schema] of Object.entries(schemas)) named[name] = visit(schema, name)
  return named
}

const nameOf = ({ $ref }: Schema): string => ($ref as string).split('/').at(-1)!

function renderRoutes(operations: Operation[], sizes: ReturnType<typeof requestSizes>, version: string): string {
  const feed = operations.find(({ id }) => id === 'listEvents')!
  const csv = operations.filter(({ hasCsv }) => hasCsv).map(({ id }) => snakeCase(id))
  return lines(
    made,
    'from __future__ import annotations\n',
    'from typing import Literal, TypeAlias, TypedDict\n',
    'from ._route import Route\n',
    `VERSION = ${literal(version)}\n`,
    '# As much as one request takes.',
    ...Object.entries(sizes).map(([name, size]) => `${snakeCase(name).toUpperCase()} = ${size}`),
    '',
    'ROUTES: dict[str, Route] = {',
    ...operations.map(({ id, method, path, isKeyed, readsOnly }) => {
      const flags = `${isKeyed ? ', keyed=True' : ''}${readsOnly ? ', reads=True' : ''}`
      return `    ${literal(snakeCase(id))}: Route(${literal(method)}, ${literal(path)}${flags}),`
    }),
    '}\n',
    `CsvOperation: TypeAlias = Literal[${csv.map(literal).join(', ')}]\n\n`,
    'class FeedRequest(TypedDict, total=False):',
    '    """Which events to follow."""\n',
    ...feed.parameters
      .filter(({ name, in: place }) => place === 'query' && !['after', 'limit', 'wait'].includes(name))
      .flatMap(({ name, schema }) => [`    ${name}: ${typeIn(schema)}`, ...docOf(schema.description, 4)]),
    '',
  )
}

function renderModels(schemas: Record<string, Schema>, events: string[]): string {
  const objects = Object.entries(schemas).filter(([, { type }]) => type === 'object')
  const others = Object.entries(schemas).filter(([, { type }]) => type !== 'object')
  return lines(
    made,
    '"""What the service takes and answers, as plain dictionaries. Fields may be added; ignore what you do not know."""\n',
    'from __future__ import annotations\n',
    'from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n\n',
    ...objects.map(([name, schema]) => renderModel(name, schema)),
    ...events.map((name) => renderFeedEvent(name, schemas)),
    ...others.map(([name, schema]) => `${name}: TypeAlias = ${typeIn(schema)}\n`),
    `FeedEvent: TypeAlias = ${events.map(feedNameOf).join(' | ')}`,
    '"""An event of the feed; its `type` says what `data` holds."""',
    '',
  )
}

const isField = (name: string): boolean => /^[a-z_]\w*$/i.test(name) && !keywords.has(name)
const keywords = new Set([
  'from',
  'import',
  'class',
  'global',
  'in',
  'is',
  'not',
  'or',
  'and',
  'with',
  'as',
  'pass',
  'async',
])

function renderModel(name: string, schema: Schema): string {
  const required = new Set(schema.required as string[] | undefined)
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([field, inner]) => ({
    field,
    inner,
    type: required.has(field) ? typeIn(inner) : `NotRequired[${typeIn(inner)}]`,
  }))
  // A keyword can only be a field in the form of a call, where types that come later are written as text.
  if (fields.some(({ field }) => !isField(field))) {
    const items = fields.map(({ field, type }) => `        ${literal(field)}: ${literal(type)},`)
    return lines(`${name} = TypedDict(`, `    ${literal(name)},`, '    {', ...items, '    },', ')\n\n')
  }
  return lines(
    `class ${name}(TypedDict):`,
    ...(fields.length === 0 ? ['    pass'] : []),
    ...fields.flatMap(({ field, inner, type }) => [`    ${field}: ${type}`, ...docOf(inner.description, 4)]),
    '\n',
  )
}

const feedNameOf = (event: string): string => event.replace(/Event$/, 'FeedEvent')

/** What a webhook delivers in an envelope of its own, the feed tells with the fields of every event. */
function renderFeedEvent(event: string, schemas: Record<string, Schema>): string {
  const common = schemas.Event!.properties as Record<string, Schema>
  const told = schemas[event]!.properties as Record<string, Schema>
  const properties = { ...common, type: told.type!, data: told.data! }
  return renderModel(feedNameOf(event), { type: 'object', required: Object.keys(properties), properties })
}

function renderMethods(
  operations: Operation[],
  schemas: Record<string, Schema>,
  { isAsync }: { isAsync: boolean },
): string {
  return lines(
    made,
    'from __future__ import annotations\n',
    'from typing import Any, Literal\n',
    'from . import models',
    'from ._options import NOT_GIVEN, CallOptions, NotGiven\n\n',
    `class ${isAsync ? 'Async' : ''}Methods:`,
    '    """Every operation of the API."""\n',
    `    ${isAsync ? 'async ' : ''}def _call(self, name: str, parts: dict[str, Any], options: CallOptions | None) -> Any:`,
    '        raise NotImplementedError\n',
    ...operations.map((operation) => renderMethod(operation, argumentsOf(operation, schemas), isAsync)),
  )
}

/** What stands in the path may be given by position; everything may be given by name. */
function argumentsOf({ parameters, bodySchema }: Operation, schemas: Record<string, Schema>): Argument[] {
  const outside = parameters
    .filter(({ in: place }) => place !== 'header')
    .map(({ name, in: place, required, schema }) => ({
      ...{ name, schema },
      isRequired: required === true,
      isPositional: place === 'path',
    }))
  const body = bodySchema && (bodySchema.$ref ? schemas[nameOf(bodySchema)]! : bodySchema)
  const required = new Set(body?.required as string[] | undefined)
  const inside = Object.entries((body?.properties ?? {}) as Record<string, Schema>).map(([name, schema]) => ({
    ...{ name, schema },
    isRequired: required.has(name),
    isPositional: false,
  }))
  return [...outside, ...inside]
}

function renderMethod(
  { id, summary, description, replySchema }: Operation,
  given: Argument[],
  isAsync: boolean,
): string {
  const written = ({ name, schema, isRequired }: Argument) =>
    `        ${name}: ${typeIn(schema, 'models.')}${isRequired ? '' : ' | NotGiven = NOT_GIVEN'},`
  const named = given.filter(({ isPositional }) => !isPositional)
  const reply = typeIn(replySchema, 'models.')
  const parts = given.map(({ name }) => `${literal(name)}: ${name}`).join(', ')
  const told = given.flatMap(({ name, schema }) => wrap(`${name}: ${schema.description ?? ''}`, 8, '    '))
  return lines(
    `    ${isAsync ? 'async ' : ''}def ${snakeCase(id)}(`,
    '        self,',
    ...given.filter(({ isPositional }) => isPositional).map(written),
    '        *,',
    ...named.filter(({ isRequired }) => isRequired).map(written),
    ...named.filter(({ isRequired }) => !isRequired).map(written),
    '        options: CallOptions | None = None,',
    `    ) -> ${reply}:`,
    ...wrap(`"""${summary}. ${description}`, 8),
    ...(told.length > 0 ? ['', ...told] : []),
    '        """',
    `        reply: ${reply} = ${isAsync ? 'await ' : ''}self._call(${literal(snakeCase(id))}, {${parts}}, options)`,
    '        return reply\n',
  )
}

const docOf = (text: unknown, indent: number): string[] =>
  typeof text === 'string' ? wrap(`"""${text}"""`, indent) : []

const lines = (...text: string[]): string => text.join('\n')
