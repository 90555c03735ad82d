/** Holds every reply of the API against its description: no status, header or field that openapi.json does not know. */
import { basePath, sessionBasePath } from '../../src/base/api-paths.ts'
import { describeApi, describeSessionApi } from '../../src/http/openapi.ts'
import { operations, sessionOperations } from '../../src/operations.ts'
import { faultsOf, type Schema } from './shape.ts'

export type Reply = {
  method: string
  /** As it was asked for, with its query. */
  url: string
  status: number
  headers: Record<string, unknown>
  /** Null where there is none to look at: of a HEAD, or of a stream. */
  text: string | null
}

type Response = { $ref?: string; headers?: Record<string, unknown>; content?: Record<string, { schema: Schema }> }
type OperationDescription = { responses: Record<string, Response> }
type Description = {
  paths: Record<string, Record<string, OperationDescription>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> }
}
type Path = {
  pattern: RegExp
  methods: Record<string, OperationDescription>
  description: Description
  problem: string
}

/** Headers of HTTP itself, of its connections and of browsers' rules: a description of an API does not repeat them. */
const ofHttp =
  /^(content-(type|length|encoding)|date|connection|keep-alive|transfer-encoding|vary|trailer|x-content-type-options|strict-transport-security|access-control-.*)$/

let described: { paths: Path[]; problems: { under: string; description: Description; problem: string }[] } | null = null

function read() {
  const surfaces = [
    { under: basePath, description: describeApi(operations) as unknown as Description, problem: 'Problem' },
    {
      under: sessionBasePath,
      description: describeSessionApi(sessionOperations) as unknown as Description,
      problem: 'SessionProblem',
    },
  ]
  const paths = surfaces.flatMap(({ under, description, problem }) =>
    Object.entries(description.paths).map(([path, methods]) => ({
      pattern: new RegExp(`^${(under + path).replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
      methods,
      description,
      problem,
    })),
  )
  // What has no parameters comes first: /stores/search is not a store.
  paths.sort((a, b) => Number(a.pattern.source.includes('[^')) - Number(b.pattern.source.includes('[^')))
  return { paths, problems: surfaces }
}

/** What the description does not know of this reply; empty when it knows everything, and for what is not an API of ours. */
export function undescribed(reply: Reply): string[] {
  described ??= read()
  const path = reply.url.split('?')[0]!
  const isPreflight = reply.method === 'OPTIONS' && reply.status === 204
  if (isPreflight || path === `${basePath}/openapi.json`) return []
  const found = described.paths.find(({ pattern }) => pattern.test(path))
  const faults = found ? faultsOfOperation(found, reply) : faultsElsewhere(path, reply)
  return faults.map((fault) => `${reply.method} ${path} answered ${reply.status}: ${fault}`)
}

function faultsOfOperation({ methods, description, problem }: Path, reply: Reply): string[] {
  const operation = methods[(reply.method === 'HEAD' ? 'GET' : reply.method).toLowerCase()]
  if (!operation) return faultsOfProblem(reply, description, problem, [403, 405, 414, 503])
  const named = operation.responses[reply.status]
  const response = named?.$ref ? description.components.responses[named.$ref.split('/').at(-1)!] : named
  if (!response) return ['the status is not described']
  return [...faultsOfHeaders(reply, response), ...faultsOfBody(reply, response, description)]
}

/** An unknown path under the base address: there is no operation, but there is the envelope. */
function faultsElsewhere(path: string, reply: Reply): string[] {
  const surface = described!.problems.find(({ under }) => path.startsWith(`${under}/`))
  return surface ? faultsOfProblem(reply, surface.description, surface.problem, [403, 404, 405, 414, 503]) : []
}

function faultsOfProblem(reply: Reply, description: Description, problem: string, statuses: number[]): string[] {
  if (!statuses.includes(reply.status)) return ['the status is not one of a path without an operation']
  return faultsOfBody(reply, { content: { 'application/json': { schema: { $ref: `#/${problem}` } } } }, description)
}

function faultsOfHeaders({ headers }: Reply, { headers: known = {} }: Response): string[] {
  const names = new Set(Object.keys(known).map((name) => name.toLowerCase()))
  const unknown = Object.keys(headers).filter((name) => !ofHttp.test(name) && !names.has(name))
  return [
    ...unknown.map((name) => `the header ${name} is not described`),
    ...('x-request-id' in headers ? [] : ['there is no X-Request-Id']),
  ]
}

function faultsOfBody({ headers, text, method }: Reply, { content }: Response, description: Description): string[] {
  if (method === 'HEAD' || text === null) return []
  if (!content) return text === '' ? [] : ['there is a body, and none is described']
  const type = String(headers['content-type']).split(';')[0]!
  const media = content[type]
  if (!media) return [`the type ${type} is not described`]
  return type === 'application/json' ? faultsOf(JSON.parse(text), media.schema, description.components.schemas) : []
}
