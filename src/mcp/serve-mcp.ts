import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Admission } from '../admission/admission.ts'
import type { Demand } from '../admission/admission-statement.ts'
import type { CredentialReader } from '../admission/credentials.ts'
import { mcpPath } from '../base/api-paths.ts'
import { bodyBytesMax } from '../base/bounds.ts'
import { Problem, problems } from '../base/problems.ts'
import type { Entry } from '../call/entry.ts'
import type { AnyOperation } from '../call/operation.ts'
import type { Principal } from '../call/principal.ts'
import { whatWasSent } from '../http/bearer.ts'
import { isOverLimit } from '../http/errors.ts'
import { isNestedTooDeep } from '../http/validation.ts'
import { rateLimitHeaders } from '../metering/rate-limit-headers.ts'
import type { ToolCaller } from './call-tool.ts'
import { createConfirmations } from './confirmations.ts'
import { resourceOperations } from './resources.ts'
import { toolOperations } from './tools.ts'

type McpOptions<Needs> = {
  admission: Admission
  credentials: CredentialReader
  needs: Needs
  /** What a caller of test mode is given in place of these. */
  needsOf(caller: Principal, live: Needs): Needs | Promise<Needs>
  publicUrl: string
  authSecret: Buffer
}

type Message = { method?: unknown; params?: { name?: unknown; uri?: unknown } }

/** Shaking hands and listing tools needs a valid credential, but no scope, and is not a request to the catalogue. */
const housekeeping = { scope: null, meter: 'session' } as const

/**
 * The operations as tools for agents, over Streamable HTTP. Nothing is kept between two requests, so any node answers
 * any of them; each tool call is admitted (scope, plan, quota) exactly as the REST call would be.
 */
export function serveMcp<Needs>(
  server: FastifyInstance,
  operations: readonly AnyOperation<Needs>[],
  serving: McpOptions<Needs>,
): void {
  const tools = toolOperations(operations)
  const resources = resourceOperations(operations)
  const confirmations = createConfirmations(serving.authSecret)

  function operationOf({ method, params }: Message): AnyOperation<Needs> | undefined {
    if (method === 'tools/call') return tools.get(params?.name as string)
    if (method === 'resources/read') return resources.get(params?.uri as string)
    return undefined
  }

  const enter = async (request: FastifyRequest, demand: Demand): Promise<Entry> =>
    serving.admission.enter(await serving.credentials.forMcp(whatWasSent(request)), demand, undefined, 'mcp')

  /**
   * A caller we don't know gets a 401 with the way to a token, one without the scope a 403 with the scope to ask for, and one of a suspended account a 403;
   * what else is wrong becomes the answer of the tool.
   */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<ToolCaller | Problem> {
    const operation = operationOf((request.body ?? {}) as Message)
    const entry = await enter(request, operation ?? housekeeping)
    try {
      const principal = await entry.admit()
      request.principal = principal
      reply.headers(rateLimitHeaders(principal.counters, principal.admittedAt))
      return { principal, recheck: entry.recheck, uncount: entry.uncount }
    } catch (error) {
      if (!operation || !(error instanceof Problem) || isOfTheDoor(error)) throw error
      if (isOverLimit(error)) reply.headers(error.details.headers ?? {})
      return error
    }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<Response> {
    const admitted = await admit(request, reply)
    requireOneMessage(request.body)
    if ((request.body as Message).method === 'subscriptions/listen') return refuseToNotify(request.body)
    const { needs: live, needsOf, publicUrl } = serving
    const needs = admitted instanceof Problem ? live : await needsOf(admitted.principal, live)
    // The protocol's own code is loaded by the first message: most threads never get one.
    const { answerMessage } = await import('./answer-message.ts')
    const asked = toWebRequest(request, publicUrl)
    return answerMessage(asked, { operations, admitted, needs, publicUrl, confirmations, request, reply })
  }

  /** Before the body is read: without credentials, 401 with the metadata URL. */
  async function refuseStrangers(request: FastifyRequest): Promise<void> {
    if (whatWasSent(request).bearer === null) serving.admission.enter('none', housekeeping, undefined, 'mcp')
  }

  /** Which tool is meant stands in the body. When that can't be read, who sent it is still asked first. */
  async function answerKnownCallers(error: Error, request: FastifyRequest): Promise<never> {
    if (request.body === undefined) {
      await (await enter(request, housekeeping)).admit()
    }
    throw error
  }

  const route = { bodyLimit: bodyBytesMax, onRequest: refuseStrangers, errorHandler: answerKnownCallers }
  server.post(mcpPath, route, async (request, reply) => {
    if (request.body === undefined) throw problems.unsupportedMediaType()
    const response = await answer(request, reply)
    reply.status(response.status).header('Cache-Control', 'no-store')
    response.headers.forEach((value, name) => void reply.header(name, value))
    return reply.send(await response.text())
  })
}

/** No tool could answer otherwise. */
const isOfTheDoor = ({ status, code }: Problem): boolean =>
  status === 401 || code === 'insufficient_scope' || code === 'account_suspended'

/** Nothing is kept between two requests, so there is nothing to be notified of: a stream would stay open for nothing. */
const refuseToNotify = (body: unknown): Response =>
  Response.json({
    jsonrpc: '2.0',
    id: (body as { id?: string | number }).id ?? null,
    error: { code: -32601, message: 'This server sends no notifications.' },
  })

/** One message a request: batches left the protocol, and one of ours would be admitted as one call. */
function requireOneMessage(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw problems.invalidRequest(undefined, 'Send one JSON-RPC message a request.')
  }
  if (isNestedTooDeep(body)) throw problems.invalidRequest(undefined, 'The message is nested too deep.')
}

const passedOn = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name']

function toWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers()
  for (const name of passedOn) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  // A client that takes anything takes JSON.
  if (!headers.get('accept')?.includes('json')) headers.set('accept', 'application/json, text/event-stream')
  return new Request(publicUrl + mcpPath, { method: 'POST', headers, body: JSON.stringify(request.body) })
}
