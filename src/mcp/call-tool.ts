import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import type { ErrorObject } from 'ajv'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, problems } from '../base/problems.ts'
import type { AdmittedCaller, Entry } from '../call/entry.ts'
import type { AnyOperation, Call } from '../call/operation.ts'
import { giveBack, isOverLimit, toProblem } from '../http/errors.ts'
import { originOf } from '../http/rest.ts'
import { refuseUnstorableText, validationProblem } from '../http/validation.ts'
import { sortArguments } from './arguments.ts'
import { compactDefaults, hasCompactForm, toCompact } from './compact.ts'
import type { Quote } from './confirmations.ts'
import { type Consent, spendWithConsent } from './spend-tool.ts'
import { confirmation } from './tools.ts'

export type ToolCaller = AdmittedCaller & Pick<Entry, 'uncount'>

type ToolCall<Needs> = ToolCaller & {
  operation: AnyOperation<Needs>
  arguments: Record<string, unknown>
  needs: Needs
  consent: Consent
  /** For the operation that quotes what this one would cost. */
  operationById(id: string): AnyOperation<Needs>
}

/** Runs an operation as REST would: the same validation, the same rules, the same allow-list for what leaves. */
export async function callTool<Needs>(
  call: ToolCall<Needs>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CallToolResult | InputRequiredResult> {
  const { operation } = call
  try {
    if (operation.spends) return await spend(call, operation.spends, request, reply)
    if (!hasCompactForm(operation.id)) return success(await run(call, call.arguments, request, reply))
    const { detail: asked = 'compact', ...given } = call.arguments
    if (asked === 'full') return success(await run(call, given, request, reply))
    if (asked !== 'compact') throw problems.invalidRequest('detail', 'detail must be one of compact, full.')
    const answer = await run(call, { ...compactDefaults(operation.id), ...given }, request, reply)
    return success(toCompact(operation.id, answer))
  } catch (error) {
    const problem = toProblem(error)
    if (problem.status >= 500) request.log.error({ err: error, operation: operation.id }, problem.code)
    if (isOverLimit(problem)) {
      await giveBack(call, request, reply)
      reply.headers(problem.details.headers ?? {})
    }
    return problemResult(problem, request)
  }
}

type RevealQuote = { credits: Quote['credits']; data: { id: string; outcome: string }[]; request_id: string }
type JobQuote = { credits: Quote['credits'] }
type RevealLeftovers = { unavailable_contact_ids: string[]; excluded_contact_ids: string[] }

async function spend<Needs>(
  call: ToolCall<Needs>,
  { quotedBy, quoteWith, isFree }: NonNullable<AnyOperation<Needs>['spends']>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CallToolResult | InputRequiredResult> {
  const { [confirmation]: confirmed, ...given } = call.arguments
  if (isFree?.(given as never)) return success(await run(call, given, request, reply))
  const quoting = { ...call, operation: call.operationById(quotedBy) }
  const shown: object = JSON.parse(await run(quoting, { ...given, ...quoteWith }, request, reply))
  const rerun = (changed: object, headers?: object) => run(call, { ...given, ...changed }, request, reply, headers)
  const nothing = (answer: Record<string, unknown>) =>
    reply.serializeInput(answer, call.operation.reply as never) as string
  const quoted =
    'data' in shown
      ? quotedReveal(shown as RevealQuote, given, { rerun, nothing })
      : quotedJob(shown as JobQuote, given, { rerun, newestJob: await newestJobOf(call, request, reply) })
  return spendWithConsent({ principal: call.principal, consent: call.consent, confirmed, shown, ...quoted })
}

/** `code`: under which it was agreed to; undefined where nothing of it costs anything. */
type QuotedCall = { quote: Quote; proceed(code?: string): Promise<CallToolResult> }

type Answers = { rerun(changed: object): Promise<string>; nothing(answer: Record<string, unknown>): string }

/** Only contacts that the quote had something for are revealed; the others are reported as it found them. */
function quotedReveal(
  { credits, data, request_id }: RevealQuote,
  { reference = null }: Record<string, unknown>,
  { rerun, nothing }: Answers,
): QuotedCall {
  const idsThatAre = (...outcomes: string[]) =>
    data.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => id)
  const left = { unavailable: idsThatAre('unavailable'), excluded: idsThatAre('excluded') }
  const asked = idsThatAre('new', 'already_revealed')
  if (asked.length === 0 && left.excluded.length === 0) throw problems.noRevealableContacts()
  const agreedTo = data.map(({ id, outcome }) => `${id} ${outcome}`).sort()
  return {
    quote: { credits, agreedTo },
    async proceed() {
      // All are excluded. Nobody is asked about them, so a reveal must not buy them if they are taken off the list meanwhile.
      if (asked.length === 0) {
        const { remaining, spendable_now } = credits
        return success(
          nothing({
            object: 'contact_reveal_result',
            credits: { spent: 0, remaining, spendable_now },
            data: [],
            unavailable_contact_ids: left.unavailable,
            excluded_contact_ids: left.excluded,
            reference,
            request_id,
          }),
        )
      }
      const answer = JSON.parse(await rerun({ contact_ids: asked })) as RevealLeftovers
      const { unavailable_contact_ids: unavailable, excluded_contact_ids: excluded } = answer
      return success(
        JSON.stringify({
          ...answer,
          unavailable_contact_ids: [...unavailable, ...left.unavailable],
          excluded_contact_ids: [...new Set([...excluded, ...left.excluded])],
        }),
      )
    },
  }
}

type JobParts = { rerun(changed: object, headers?: object): Promise<string>; newestJob: string }

/**
 * A job that costs no more than was quoted, whatever changes until it runs. One confirmation makes one job: the same call again finds
 * another newest job, and is asked about anew; at the same moment, both have one Idempotency-Key.
 */
function quotedJob({ credits }: JobQuote, given: Record<string, unknown>, { rerun, newestJob }: JobParts): QuotedCall {
  const most = Math.min(credits.required, Number(given.max_credits ?? credits.required))
  const asked = JSON.stringify(Object.entries(given).sort())
  return {
    quote: { credits: { ...credits, required: most }, agreedTo: [asked, newestJob] },
    proceed: async (code) =>
      success(await rerun({ max_credits: most }, code === undefined ? {} : { 'idempotency-key': `mcp ${code}` })),
  }
}

async function newestJobOf<Needs>(
  call: ToolCall<Needs>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const jobs = JSON.parse(
    await run({ ...call, operation: call.operationById('listJobs') }, { limit: 1 }, request, reply),
  )
  return (jobs as { data: { id: string }[] }).data[0]?.id ?? ''
}

/**
 * Text alone: as structured content the same would travel, and be read, twice. Names and titles in it were written by third
 * parties: marked, so that nobody takes them for instructions.
 */
const success = (text: string): CallToolResult => ({
  content: [{ type: 'text', text, _meta: { 'prospector/content': 'data' } }],
})

/** An error as the agent sees it: the body that REST would send. */
export const problemResult = (problem: Problem, { id, server }: FastifyRequest): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify(problem.toBody(id, server.docsUrl)) }],
})

async function run<Needs>(
  { operation, principal, recheck, needs }: ToolCall<Needs>,
  given: Record<string, unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
  headers: object = {},
): Promise<string> {
  const { options, ...parts } = sortArguments(operation, given)
  const { headerArguments, ...schemas } = operation.request
  for (const name of ['params', 'query', 'body', 'options'] as const) {
    const schema = name === 'options' ? headerArguments?.fields : schemas[name]
    if (!schema) continue
    // Arguments are JSON, not text out of an address: they are held to their types as a body would be.
    const validate = request.compileValidationSchema(schema as never, 'body')
    if (!validate(name === 'options' ? options : parts[name]))
      throw validationProblem((validate.errors ?? []) as ErrorObject[], 'arguments')
  }
  refuseUnstorableText(given)
  const call: Call<unknown, unknown, unknown, unknown> = {
    principal,
    recheck,
    requestId: request.id,
    from: originOf(request),
    ...parts,
    // A reveal has no Idempotency-Key: an agent that repeats it must see that it charged nothing, and a contact is paid for once anyway.
    headers: { ...headerArguments?.toHeaders(options as never), ...headers },
    setHeader: () => {},
    answerOk: () => {},
  }
  const answer = { ...(await operation.run(call as never, needs)), request_id: request.id }
  return reply.serializeInput(answer, operation.reply as never) as string
}
