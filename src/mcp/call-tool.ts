import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ErrorObject } from 'ajv'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../base/problems.ts'
import type { AdmittedCaller } from '../call/entry.ts'
import type { AnyOperation, Call } from '../call/operation.ts'
import { toProblem } from '../http/errors.ts'
import { originOf } from '../http/rest.ts'
import { refuseUnstorableText, validationProblem } from '../http/validation.ts'
import { sortArguments } from './arguments.ts'
import { confirmation, toolName } from './tools.ts'

type ToolCall<Needs> = AdmittedCaller & {
  operation: AnyOperation<Needs>
  arguments: Record<string, unknown>
  needs: Needs
  /** For the operation that quotes what this one would cost. */
  operationById(id: string): AnyOperation<Needs>
}

/** Runs an operation as REST would: the same validation, the same rules, the same allow-list for what leaves. */
export async function callTool<Needs>(
  call: ToolCall<Needs>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CallToolResult> {
  const { operation } = call
  const { [confirmation]: confirmed, ...given } = call.arguments
  try {
    if (operation.spends && confirmed !== true) {
      const quoting = { ...call, operation: call.operationById(operation.spends.quotedBy) }
      const quote = await run(quoting, given, request, reply)
      const owned = ownedIn(quote)
      if (owned === null) return refuseWithQuote(operation, quote)
      // Nothing of it costs anything: there is nothing to confirm.
      return success(await run(call, { ...given, contact_ids: owned }, request, reply))
    }
    return success(await run(call, operation.spends ? given : call.arguments, request, reply))
  } catch (error) {
    const problem = toProblem(error)
    if (problem.status >= 500) request.log.error({ err: error, operation: operation.id }, problem.code)
    return problemResult(problem, request)
  }
}

/** Names and titles in it were written by third parties: marked, so that nobody takes them for instructions. */
const success = (text: string): CallToolResult => ({
  content: [{ type: 'text', text, _meta: { 'prospector/content': 'data' } }],
  structuredContent: JSON.parse(text),
})

/** The contacts that the account owns already, when the quote is for nothing else that costs; else null. */
function ownedIn(quote: string): string[] | null {
  const { credits, data } = JSON.parse(quote) as {
    credits: { required: number }
    data: { id: string; outcome: string }[]
  }
  const owned = data.filter(({ outcome }) => outcome === 'already_revealed').map(({ id }) => id)
  return credits.required === 0 && owned.length > 0 ? owned : null
}

/** An error as the agent sees it: the body that REST would send. */
export const problemResult = (problem: Problem, { id, server }: FastifyRequest): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify(problem.toBody(id, server.docsUrl)) }],
})

const refuseWithQuote = (operation: AnyOperation<never>, quote: string): CallToolResult => ({
  isError: true,
  content: [
    {
      type: 'text',
      text:
        `Nothing was spent. ${toolName(operation.id)} spends contact credits; the quote says how many. Ask the person, ` +
        `then call again with the same arguments and ${confirmation}: true.`,
    },
    { type: 'text', text: quote },
  ],
})

async function run<Needs>(
  { operation, principal, recheck, needs }: ToolCall<Needs>,
  given: Record<string, unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const parts = sortArguments(operation, given)
  for (const name of ['params', 'query', 'body'] as const) {
    const schema = operation.request[name]
    if (!schema) continue
    // Arguments are JSON, not text out of an address: they are held to their types as a body would be.
    const validate = request.compileValidationSchema(schema as never, 'body')
    if (!validate(parts[name])) throw validationProblem((validate.errors ?? []) as ErrorObject[], 'arguments')
  }
  refuseUnstorableText(given)
  const call: Call<unknown, unknown, unknown, unknown> = {
    principal,
    recheck,
    requestId: request.id,
    from: originOf(request),
    ...parts,
    // No Idempotency-Key: an agent that repeats a call must see that it charged nothing, and a contact is paid for once anyway.
    headers: {},
    setHeader: () => {},
    answerOk: () => {},
  }
  const answer = { ...(await operation.run(call as never, needs)), request_id: request.id }
  return reply.serializeInput(answer, operation.reply as never) as string
}
