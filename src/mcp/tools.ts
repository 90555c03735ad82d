import type { Tool } from '@modelcontextprotocol/server'
import type { TSchema } from 'typebox'
import { withEnums } from '../base/closed-values.ts'
import { scopesOpenTo } from '../base/scopes.ts'
import type { AnyOperation } from '../call/operation.ts'
import { compactDefaults, detail, hasCompactForm } from './compact.ts'

type ObjectSchema = { properties?: Record<string, unknown>; required?: string[] }

/** What an agent has to say before a tool may spend. */
export const confirmation = 'confirm_spend_credits'

/** Every operation with a scope that agents may have. Links to pay with are for people, and so is the token of HubSpot; webhooks are for programs. */
export function toolOperations<Needs>(operations: readonly AnyOperation<Needs>[]): Map<string, AnyOperation<Needs>> {
  const forAgents: readonly string[] = scopesOpenTo('agents')
  const offered = operations.filter(({ scope, forPeople }) => forAgents.includes(scope) && !forPeople)
  return new Map(offered.map((operation) => [toolName(operation.id), operation]))
}

/** `revealContacts` becomes `reveal_contacts`. */
export const toolName = (operationId: string): string =>
  operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Path, query and body become one flat list of arguments; the same schemas describe and validate them. */
export function describeTool(operation: AnyOperation<never>): Tool {
  const { request, spends, summary } = operation
  const { params, query, body, headerArguments } = request
  const parts = [params, query, body, headerArguments?.fields].filter((part) => part !== undefined) as ObjectSchema[]
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  for (const [name, value] of Object.entries(compactDefaults(operation.id))) {
    const { default: full, description } = properties[name]
    const words = `${description ?? ''} By default ${value}, or ${full} with \`detail\` full.`.trimStart()
    properties[name] = { ...properties[name], default: value, description: words }
  }
  const required = parts.flatMap((part) => part.required ?? [])
  const changes = Boolean(spends || operation.changes)
  return {
    name: toolName(operation.id),
    title: summary,
    description: spends ? `${operation.description}\n\n${howToSpend}` : operation.description,
    inputSchema: asJson({
      type: 'object',
      properties: {
        ...properties,
        ...(spends && { [confirmation]: confirmationSchema }),
        ...(hasCompactForm(operation.id) && { detail }),
      },
      required,
      additionalProperties: false,
    }),
    annotations: {
      title: summary,
      readOnlyHint: !changes,
      // Spends and cancellations can't be undone: a person should be asked.
      destructiveHint: changes,
      // What makes something makes another one when it is called again.
      idempotentHint: !operation.creates,
      openWorldHint: false,
    },
  }
}

const howToSpend =
  'This spends contact credits, which can’t be taken back. The first call changes nothing: it asks the person, or answers with a ' +
  `quote and a code. Show the quote to the person you work for; once they agree, call again with the code as ${confirmation}. It ` +
  'is good for these contacts at this cost and nothing else.'

const confirmationSchema = {
  type: 'string',
  description: 'The code of the quote that the person has agreed to. Leave it out to get a quote.',
}

/**
 * Schemas carry the library's own marks; what goes over the wire is plain JSON Schema. A list of types becomes `anyOf`, which
 * every client reads.
 */
const asJson = (schema: TSchema | object) =>
  JSON.parse(JSON.stringify(schema), (name, value) => withoutTypeLists(withEnums(name, value)))

function withoutTypeLists(given: unknown): unknown {
  const { 'x-problem': _problem, ...value } = (given ?? {}) as Record<string, unknown>
  const { type, ...rest } = value as { type?: unknown; description?: string; enum?: unknown[] }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  if (!Array.isArray(type) || !type.every((one) => typeof one === 'string')) return value
  const { description, ...shape } = rest
  const values = shape.enum && { enum: shape.enum.filter((one) => one !== null) }
  const kinds = type.map((one) => (one === 'null' ? { type: 'null' } : { type: one, ...shape, ...values }))
  return { anyOf: kinds, ...(description !== undefined && { description }) }
}
