import { eventTypes } from '../base/event-types.ts'
import { replyWithinMs } from '../webhooks/attempts.ts'
import { signatureHeaders } from '../webhooks/sign.ts'
import type { NamedSchemas } from './named-schemas.ts'

type Json = Record<string, unknown>

/** `reveal.created` becomes `RevealCreated`. */
const pascalCase = (type: string): string =>
  type.replaceAll(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const headers = Object.entries(signatureHeaders).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}))

/** What webhooks receive, one for each type of event, as OpenAPI 3.1 describes it. */
export const describeEvents = (schemas: NamedSchemas): Json =>
  Object.fromEntries(
    Object.entries(eventTypes).map(([type, { description, data, example }]) => [
      type,
      {
        post: {
          operationId: `on${pascalCase(type)}`,
          tags: ['webhooks'],
          summary: type,
          description: `${description}\n\nSigned as Standard Webhooks 1.0.0 says.`,
          security: [],
          parameters: headers,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: schemas.refer(bodyOf(type, data), `${pascalCase(type)}Event`),
                example: { type, timestamp: '2026-11-15T09:30:00.000Z', data: { ...example, sequence: 7 } },
              },
            },
          },
          responses: {
            200: {
              description: `Any 2xx within ${replyWithinMs / 1_000} seconds: received. Anything else is tried again.`,
            },
          },
        },
      },
    ]),
  )

function bodyOf(type: string, data: object): Json {
  const { properties, required } = data as { properties: Json; required?: string[] }
  return {
    type: 'object',
    description: 'The event.',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { type: 'string', const: type },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
      data: {
        type: 'object',
        description: 'As in the feed, and its sequence.',
        required: [...(required ?? []), 'sequence'],
        properties: {
          ...properties,
          sequence: { type: 'integer', minimum: 1, description: 'The number of the event in the feed.' },
        },
      },
    },
  }
}
