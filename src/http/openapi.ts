import type { TSchema } from 'typebox'
import { billingActionSchema } from '../billing-action-schema.ts'
import { apiVersion, basePath, sessionBasePath } from '../faces.ts'
import { type AnyOperation, mayOmitBody } from '../operation.ts'
import { type ProblemCode, problemCatalogue, problemTypes } from '../problems.ts'
import { requestIdExample } from '../schema.ts'
import { impliedProblems } from './errors.ts'

type Json = Record<string, unknown>

/** The machine-readable description, made from the operations alone. The server's address is relative: it fits any host. */
export const describeApi = (operations: readonly AnyOperation<never>[]): Json => describe(operations, 'bearer')

function describe(operations: readonly AnyOperation<never>[], credential: 'bearer' | 'session'): Json {
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, credential),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Prospector',
      version: apiVersion,
      description:
        'Ecommerce stores and the people who work at them: search, enrich and reveal, with one pool of contact ' +
        'credits per account. Within v1 fields, enum values and operations may be added; clients must tolerate that.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath, description: 'This server' }],
    security: [{ bearer: [] }],
    tags: [...new Set(operations.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key or an OAuth access token.' },
      },
      schemas: { Error: errorSchema },
      headers: rateHeaders,
    },
  }
}

/** The same for the operations of the web application, from which its types are generated. */
export function describeSessionApi(operations: readonly AnyOperation<never>[]): Json {
  const described = describe(operations, 'session')
  return {
    ...described,
    info: {
      title: 'Prospector, session operations',
      version: apiVersion,
      description: 'For the web application alone: it may change with it at any time. See docs/session-api.md.',
    },
    servers: [{ url: sessionBasePath, description: 'This server' }],
    security: [{ session: [] }],
    components: {
      ...(described.components as Json),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'prospector.session_token' } },
    },
  }
}

const tagOf = ({ path }: { path: string }): string => path.split('/')[1]!

function describeOperation(operation: AnyOperation<never>, credential: 'bearer' | 'session'): Json {
  const { request, reply, example } = operation
  return {
    operationId: operation.id,
    tags: [tagOf(operation)],
    summary: operation.summary,
    description: `${operation.description}\n\nScope: \`${operation.scope}\`.`,
    security: [{ [credential]: [operation.scope] }],
    'x-scope': operation.scope,
    'x-meter': operation.meter,
    parameters: [
      ...parameters(request.params, 'path'),
      ...parameters(request.query, 'query'),
      ...parameters(request.headers, 'header'),
    ],
    ...(request.body && {
      requestBody: {
        required: !mayOmitBody(operation),
        content: { 'application/json': { schema: request.body, example: example.request } },
      },
    }),
    responses: {
      200: {
        description: example.summary,
        headers: {
          'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
          'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
          RateLimit: { $ref: '#/components/headers/RateLimit' },
        },
        content: {
          'application/json': { schema: reply, example: example.reply },
          ...(operation.csv && { 'text/csv': { schema: { type: 'string' } } }),
        },
      },
      ...errorResponses(operation),
    },
  }
}

function parameters(part: (TSchema & { properties?: Json; required?: string[] }) | undefined, place: string): Json[] {
  return Object.entries(part?.properties ?? {}).map(([name, schema]) => ({
    name: place === 'header' ? titleCase(name) : name,
    in: place,
    required: part?.required?.includes(name) ?? false,
    description: (schema as { description?: string }).description,
    schema,
  }))
}

const titleCase = (header: string): string => header.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase())

function errorResponses(operation: AnyOperation<never>): Json {
  const codes = [...new Set<ProblemCode>([...operation.problems, ...impliedProblems(operation)])]
  const byStatus = Map.groupBy(codes, (code) => problemCatalogue[code].status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, list]) => [
        status,
        {
          description: list.map((code) => `\`${code}\`: ${problemCatalogue[code].meaning}`).join('\n\n'),
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Error' },
              examples: Object.fromEntries(list.map((code) => [code, { value: exampleError(code) }])),
            },
          },
        },
      ]),
  )
}

function exampleError(code: ProblemCode): Json {
  const { type, meaning } = problemCatalogue[code]
  return { error: { type, code, message: meaning, request_id: requestIdExample } }
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['type', 'code', 'message', 'request_id'],
      properties: {
        type: { type: 'string', enum: problemTypes },
        code: { type: 'string', enum: Object.keys(problemCatalogue) },
        message: { type: 'string' },
        param: { type: 'string', description: 'The offending parameter, as a dotted path.' },
        billing: billingActionSchema,
        limit: {
          type: 'object',
          required: ['name', 'limit', 'remaining', 'resets_at'],
          properties: {
            name: { type: 'string', enum: ['requests_per_minute', 'requests_per_day', 'search_rows_per_month'] },
            limit: { type: 'integer', minimum: 0 },
            remaining: { type: 'integer', minimum: 0 },
            resets_at: { type: 'string', format: 'date-time' },
          },
        },
        request_id: { type: 'string' },
      },
    },
  },
}

const rateHeaders = {
  'X-Request-Id': { schema: { type: 'string' }, description: 'Names this request, for support and debugging.' },
  'RateLimit-Policy': { schema: { type: 'string' }, example: '"minute";q=60;w=60, "day";q=5000;w=86400' },
  RateLimit: { schema: { type: 'string' }, example: '"minute";r=59;t=41, "day";r=4999;t=30211' },
}
