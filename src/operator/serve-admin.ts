/** The operator's API for programs: the operations of the console under /admin/v1, with an operator key that may operate. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bodyBytesMax } from '../base/bounds.ts'
import { problems } from '../base/problems.ts'
import { Refusal } from '../base/refusal.ts'
import { originOf } from '../http/rest.ts'
import { refuseUnstorableText } from '../http/validation.ts'
import { requireOperatorKey } from '../ingest/operator-keys.ts'
import type { OperatorCaller } from './caller.ts'
import type { AnyOperatorOperation, OperatorNeeds } from './operation.ts'

export const adminPath = '/admin/v1'
const challenge = 'Bearer realm="operator"'
const noParameters = { type: 'object', additionalProperties: false }

type Identify = (incoming: FastifyRequest) => Promise<OperatorCaller>

/** Programs by their key; or whoever `identify` says it is, at the command line. */
export function serveAdmin(
  server: FastifyInstance,
  operations: readonly AnyOperatorOperation[],
  needs: OperatorNeeds,
  identify: Identify = (incoming) => identifyProgram(needs, incoming),
): void {
  const callers = new WeakMap<FastifyRequest, OperatorCaller>()
  for (const operation of operations) {
    const { method, request, reply } = operation
    server.route({
      method,
      url: (adminPath + operation.path).replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyBytesMax,
      schema: {
        ...(request.body && { body: request.body }),
        querystring: request.query ?? noParameters,
        ...(request.params && { params: request.params }),
        response: { 200: withRequestId(reply) },
      },
      onRequest: async (incoming, answer) => {
        answer.header('Cache-Control', 'no-store')
        callers.set(incoming, await identify(incoming))
      },
      preHandler: async ({ body, query, params }) => [body, query, params].forEach(refuseUnstorableText),
      handler: async (incoming) => {
        const { body, query, params } = incoming
        const call = { by: callers.get(incoming)!, body, query, params }
        return { ...((await runOperation(operation, call, needs)) as object), request_id: incoming.id }
      },
    })
  }
}

async function identifyProgram({ database }: OperatorNeeds, incoming: FastifyRequest): Promise<OperatorCaller> {
  const key = await requireOperatorKey(database, incoming.headers.authorization)
  if (!key.canOperate) throw problems.insufficientScope('operator', `${challenge}, error="insufficient_scope"`)
  return {
    actor: { type: 'operator_key', id: key.id, name: key.name },
    from: originOf(incoming),
    requestId: incoming.id,
    once: readOnce(incoming.headers['idempotency-key']),
  }
}

type AnyCall = { by: OperatorCaller; body: unknown; query: unknown; params: unknown }

/** A refusal of the module that acts is a sentence for the operator, whatever its class. */
export async function runOperation<Operation extends AnyOperatorOperation>(
  operation: Operation,
  call: AnyCall,
  needs: OperatorNeeds,
): Promise<Awaited<ReturnType<Operation['run']>>> {
  try {
    return (await operation.run(call as never, needs)) as Awaited<ReturnType<Operation['run']>>
  } catch (error) {
    throw error instanceof Refusal ? problems.invalidRequest(undefined, error.message) : error
  }
}

const withRequestId = (reply: object) => ({
  ...reply,
  properties: { ...(reply as { properties: object }).properties, request_id: { type: 'string' } },
})

function readOnce(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header
  throw problems.invalidIdempotencyKey()
}
