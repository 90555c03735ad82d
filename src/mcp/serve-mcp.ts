import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Admission } from '../admission/admission.ts'
import type { CredentialReader } from '../admission/credentials.ts'
import { apiVersion, mcpPath } from '../api-paths.ts'
import { whatWasSent } from '../http/bearer.ts'
import { bodyLimitBytes } from '../http/rest.ts'
import { isNestedTooDeep } from '../http/validation.ts'
import { rateLimitHeaders } from '../metering/rate-limit-headers.ts'
import type { AnyOperation } from '../operation.ts'
import type { Principal } from '../principal.ts'
import { Problem, problems } from '../problems.ts'
import { callTool, problemResult } from './call-tool.ts'
import { describeTool, toolOperations } from './tools.ts'

type Serving<Needs> = { admission: Admission; credentials: CredentialReader; needs: Needs; publicUrl: string }

type Message = { method?: unknown; params?: { name?: unknown } }

/** Shaking hands and listing tools needs a valid credential, but no scope, and is not a request to the catalogue. */
const housekeeping = { scope: null, meter: 'session' } as const

/**
 * The operations as tools for agents, over Streamable HTTP. Nothing is kept between two requests, so any node answers
 * any of them; each tool call is admitted (scope, plan, quota) exactly as the REST call would be.
 */
export function serveMcp<Needs>(
  server: FastifyInstance,
  operations: readonly AnyOperation<Needs>[],
  serving: Serving<Needs>,
): void {
  const tools = toolOperations(operations)
  const described = [...tools].map(([, operation]) => ({ scope: operation.scope, tool: describeTool(operation) }))
  const operationById = (id: string) => operations.find((operation) => operation.id === id)!

  /** A caller we don't know gets a 401 with the way to a token; what else is wrong becomes the answer of the tool. */
  async function admit(request: FastifyRequest): Promise<Principal | Problem> {
    const { method, params } = (request.body ?? {}) as Message
    const operation = method === 'tools/call' ? tools.get(params?.name as string) : undefined
    const presented = await serving.credentials.forMcp(whatWasSent(request))
    try {
      return await serving.admission.admit(presented, operation ?? housekeeping, 'mcp')
    } catch (error) {
      if (operation && error instanceof Problem && error.status !== 401) return error
      throw error
    }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<Response> {
    const admitted = await admit(request)
    request.principal = admitted instanceof Problem ? null : admitted
    if (request.principal) reply.headers(rateLimitHeaders(request.principal.counters, request.principal.admittedAt))
    requireOneMessage(request.body)
    const mcp = new Server({ name: 'prospector', version: apiVersion }, { capabilities: { tools: {} }, instructions })
    mcp.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: described.filter(({ scope }) => mayUse(admitted, scope)).map(({ tool }) => tool),
    }))
    mcp.setRequestHandler(CallToolRequestSchema, ({ params }) => {
      if (admitted instanceof Problem) return problemResult(admitted, request)
      const operation = tools.get(params.name)
      if (!operation) return problemResult(problems.invalidRequest('name', 'There is no such tool.'), request)
      const { needs } = serving
      const call = {
        operation,
        arguments: params.arguments ?? {},
        principal: admitted,
        needs,
        operationById,
      }
      return callTool(call, request, reply)
    })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    try {
      await mcp.connect(transport as Parameters<typeof mcp.connect>[0])
      return await transport.handleRequest(toWebRequest(request, serving.publicUrl), { parsedBody: request.body })
    } finally {
      await mcp.close()
    }
  }

  /** Before the body is read: who brings nothing learns only where to get a token. */
  async function refuseStrangers(request: FastifyRequest): Promise<void> {
    if (whatWasSent(request).bearer === null) await serving.admission.admit('none', housekeeping, 'mcp')
  }

  /** Which tool is meant stands in the body. When that can't be read, who sent it is still asked first. */
  async function answerKnownCallers(error: Error, request: FastifyRequest): Promise<never> {
    if (request.body === undefined) {
      await serving.admission.admit(await serving.credentials.forMcp(whatWasSent(request)), housekeeping, 'mcp')
    }
    throw error
  }

  const route = { bodyLimit: bodyLimitBytes, onRequest: refuseStrangers, errorHandler: answerKnownCallers }
  server.post(mcpPath, route, async (request, reply) => {
    if (request.body === undefined) throw problems.unsupportedMediaType()
    const response = await answer(request, reply)
    reply.status(response.status).header('Cache-Control', 'no-store')
    response.headers.forEach((value, name) => void reply.header(name, value))
    return reply.send(await response.text())
  })
}

const mayUse = (admitted: Principal | Problem, scope: AnyOperation<never>['scope']): boolean =>
  !(admitted instanceof Problem) && admitted.scopes.includes(scope)

/** One message a request: batches left the protocol, and one of ours would be admitted as one call. */
function requireOneMessage(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw problems.invalidRequest(undefined, 'Send one JSON-RPC message a request.')
  }
  if (isNestedTooDeep(body)) throw problems.invalidRequest(undefined, 'The message is nested too deep.')
}

function toWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers()
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id']) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return new Request(publicUrl + mcpPath, { method: 'POST', headers, body: JSON.stringify(request.body) })
}

const instructions =
  'Ecommerce stores and the people who work at them. Search first: search_stores, search_contacts and enrich_stores cost no ' +
  'contact credits and return masked previews. reveal_contacts spends one credit for each contact that is new to the ' +
  'account: quote it, ask the person, then confirm. Contact ids come from search results; never make one up.'
