import type { TSchema } from 'typebox'
import { apiVersion, basePath, localOrigin, sessionBasePath } from '../base/api-paths.ts'
import { withEnums } from '../base/closed-values.ts'
import { scopeMeanings, scopes } from '../base/scopes.ts'
import { type AnyOperation, mayOmitBody } from '../call/operation.ts'
import { describeErrors, problemSchema } from './described-errors.ts'
import { describeEvents } from './described-events.ts'
import { describedHeaders, metered, referHeaders } from './described-headers.ts'
import { describeSuccess, successStatuses } from './described-successes.ts'
import { createNamedSchemas, type NamedSchemas } from './named-schemas.ts'

type Json = Record<string, unknown>

type Surface = {
  credential: 'bearer' | 'session'
  info: Json
  server: string
  securitySchemes: Json
  /** The name of the error envelope, and the codes it can hold. */
  problemName: string
  schemas: NamedSchemas
}

/** The machine-readable description of the public API, made only from the operations. */
export function describeApi(
  operations: readonly AnyOperation<never>[],
  { origin = localOrigin, schemas = createNamedSchemas() } = {},
): Json {
  return describe(operations, {
    credential: 'bearer',
    info: {
      title: 'Prospector',
      version: apiVersion,
      description:
        'Ecommerce stores and the people who work at them: search, enrich and reveal, with one pool of contact ' +
        'credits per account. Within v1 fields, enum values and operations may be added; clients must tolerate that.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this server', url: `${origin}/docs` },
    },
    server: origin + basePath,
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'An API key or an OAuth access token.' },
      oauth2: describeOauth(origin),
    },
    problemName: 'Problem',
    schemas,
  })
}

/** The same for the operations of the web application, from which its types are generated. */
export function describeSessionApi(
  operations: readonly AnyOperation<never>[],
  { schemas = createNamedSchemas() } = {},
): Json {
  return describe(operations, {
    credential: 'session',
    info: {
      title: 'Prospector, session operations',
      version: apiVersion,
      description: 'Only for the web application: it may change with it at any time. See docs/session-api.md.',
    },
    server: localOrigin + sessionBasePath,
    securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'prospector.session_token' } },
    problemName: 'SessionProblem',
    schemas,
  })
}

function describe(operations: readonly AnyOperation<never>[], surface: Surface): Json {
  surface.schemas.refer(problemSchema(surface.problemName, operations), surface.problemName)
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, surface),
    }
  }
  const description = {
    openapi: '3.1.0',
    info: surface.info,
    servers: [{ url: surface.server, description: 'This server' }],
    tags: [...new Set(operations.map(tagOf))].map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    ...(surface.credential === 'bearer' && { webhooks: describeEvents(surface.schemas) }),
    components: {
      securitySchemes: surface.securitySchemes,
      schemas: surface.schemas.all(),
      headers: describedHeaders,
      responses: surface.schemas.responses(),
    },
  }
  return JSON.parse(JSON.stringify(description), (name, value) => withConstantNamed(withEnums(name, value)))
}

/** A field with one value needs no words of its own. */
function withConstantNamed(schema: unknown): unknown {
  const { const: only, description } = (schema ?? {}) as Json
  if (typeof only !== 'string' || description !== undefined) return schema
  return { ...(schema as Json), description: `Always \`${only}\`.` }
}

/** Every tag says what its operations are for. */
const tagDescriptions: Record<string, string> = {
  exclusions:
    'People and stores that the account already has, or must not contact: they are left out and never charged.',
  contacts: 'Search contacts, ask what a reveal costs, reveal them, and read what the account has revealed.',
  stores: 'Look up, search and enrich stores.',
  bounces: 'Addresses that bounced, and the credits that come back for them.',
  jobs: 'Reveals, enrichments and exports of thousands, in the background.',
  events: 'What happened to the account, in order.',
  lists: 'Contacts and stores that the account keeps together.',
  'saved-searches': 'Filters that the account keeps under a name.',
  watches: 'News of saved searches and lists: who begins to match, and what changes at followed stores.',
  'work-items': 'How far the work on contacts and stores is, for many of them at once.',
  webhooks: 'Addresses that events are sent to.',
  hubspot: 'Revealed contacts and their stores, sent to the HubSpot of the account.',
  test: 'The clock of test mode, and starting over. Only for test keys.',
  usage: 'What the account has used and what is left.',
  taxonomy: 'The values that filters take.',
  credits: 'The ledger of contact credits.',
  billing: 'The state of the subscription, and links to start, change or pay for it.',
}

function describeOauth(origin: string): Json {
  return {
    type: 'oauth2',
    description:
      'OAuth 2 for integrations: authorization code, with PKCE (S256). Only approved clients with a secret may leave PKCE out.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${origin}/auth/oauth2/authorize`,
        tokenUrl: `${origin}/auth/oauth2/token`,
        refreshUrl: `${origin}/auth/oauth2/token`,
        scopes: Object.fromEntries(scopes.map((scope) => [scope, scopeMeanings[scope].meaning])),
      },
    },
  }
}

const tagOf = ({ path }: { path: string }): string => path.split('/')[1]!

function describeOperation(operation: AnyOperation<never>, { credential, schemas, problemName }: Surface): Json {
  const { request, example, scope, orScopes = [] } = operation
  const scopes = [scope, ...orScopes]
  const name = operation.id.charAt(0).toUpperCase() + operation.id.slice(1)
  return {
    operationId: operation.id,
    tags: [tagOf(operation)],
    summary: operation.summary,
    description: `${[operation.description, operation.overHttp].filter(Boolean).join(' ')}\n\nScope: ${scopes.map((one) => `\`${one}\``).join(' or ')}.`,
    security:
      credential === 'bearer' ? [{ bearer: [] }, ...scopes.map((one) => ({ oauth2: [one] }))] : [{ session: [] }],
    'x-scope': scope,
    'x-meter': operation.meter,
    ...(operation.readsOnly && { 'x-reads-only': true }),
    parameters: [
      ...parameters(request.params, 'path'),
      ...parameters(request.query, 'query'),
      ...parameters(request.headers, 'header'),
    ],
    ...(request.body && {
      requestBody: {
        required: !mayOmitBody(operation),
        content: {
          'application/json': {
            schema: schemas.refer(withDefaultsInWords(request.body), `${name}Request`),
            example: example.request,
          },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        successStatuses(operation).map((status) => [status, describeSuccess(operation, status, { schemas, name })]),
      ),
      ...(operation.replyHeaders?.includes('ETag') && {
        304: {
          description: 'Nothing changed since the reply whose ETag was sent in If-None-Match.',
          headers: referHeaders([...metered, 'ETag']),
        },
      }),
      ...describeErrors(operation, { schemas, problemName }),
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

/**
 * A default of a body in its description instead of the keyword: openapi-typescript, which most people generate types with, takes a field
 * that has a default for one that is always there, and would demand it of callers.
 */
function withDefaultsInWords(body: TSchema): TSchema {
  const { properties } = body as { properties?: Record<string, Json> }
  if (!properties) return body
  const written = Object.entries(properties).map(([name, { default: usual, ...field }]) =>
    usual === undefined
      ? [name, field]
      : [name, { ...field, description: [field.description, `Default: \`${usual}\`.`].filter(Boolean).join(' ') }],
  )
  return { ...body, properties: Object.fromEntries(written) } as TSchema
}
