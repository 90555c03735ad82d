import { isAscii, isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import type { TSchema } from 'typebox'
import type { Admission } from '../admission/admission.ts'
import type { CredentialSource, PresentedCredential } from '../admission/credentials.ts'
import { bodyBytesMax, largeBodyBytesMax } from '../base/bounds.ts'
import { problems } from '../base/problems.ts'
import type { Entry } from '../call/entry.ts'
import { type AnyOperation, type Call, type CallerOrigin, emptyBody, mayOmitBody } from '../call/operation.ts'
import { isSupportView, type Principal } from '../call/principal.ts'
import { rateLimitHeaders } from '../metering/rate-limit-headers.ts'
import { whatWasSent } from './bearer.ts'
import type { Exports } from './pace-exports.ts'
import { stepAside } from './refuse-overload.ts'
import { streamedAs, streamRows } from './stream-rows.ts'
import { refuseUnstorableText } from './validation.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The docs page; every error links to the section on its code. */
    docsUrl: string
  }
  interface FastifyRequest {
    /** The caller, once admitted. */
    principal: Principal | null
    /** Until then: the refusal of admission comes before any other. */
    entry: Entry | null
    operation: AnyOperation<never> | null
    /** The code of the error that was answered, for the metrics. */
    problemCode: string | null
  }
}

const jsonType = 'application/json; charset=utf-8'
const noParameters = { type: 'object', additionalProperties: false }

type RestOptions<Needs> = {
  basePath: string
  admission: Admission
  /** Which credentials count here. */
  readCredential(sent: CredentialSource): Promise<PresentedCredential> | PresentedCredential
  needs: Needs
  /** Exports run with these, on connections of their own. */
  exportNeeds: Needs
  /** What a caller of test mode is given in place of these. Unset: everybody here is live. */
  needsOf?(caller: Principal, live: Needs): Needs | Promise<Needs>
  exports: Exports
  compress: onSendHookHandler<unknown>
}

/** One REST route per operation. */
export function serveOperations<Needs>(
  server: FastifyInstance,
  operations: readonly AnyOperation<Needs>[],
  serving: RestOptions<Needs>,
): void {
  for (const operation of operations) serveOperation(server, operation, serving)
}

function serveOperation<Needs>(
  server: FastifyInstance,
  operation: AnyOperation<Needs>,
  serving: RestOptions<Needs>,
): void {
  const { method, request, reply: replySchema } = operation
  // A DELETE without a body schema rejects any body: its caller may have meant only some items.
  const takesNone = method !== 'GET' && request.body === undefined
  const canBeEmpty = takesNone || (request.body !== undefined && mayOmitBody(operation))
  const body = takesNone ? emptyBody : request.body
  server.route({
    method,
    url: toFastifyPath(serving.basePath + operation.path),
    schema: {
      ...(body && { body }),
      querystring: request.query ?? noParameters,
      ...(request.params && { params: request.params }),
      ...(request.headers && { headers: request.headers }),
      response: { 200: replySchema, 201: replySchema },
    },
    bodyLimit: operation.takesLargeBody ? largeBodyBytesMax : bodyBytesMax,
    // Requests without a credential are refused before the body is read. All others are admitted when it is complete, so a right
    // that ends in between is not used.
    onRequest: (incoming, reply, done) => {
      incoming.operation = operation as AnyOperation<never>
      reply.header('Cache-Control', 'no-store')
      const enter = (presented: PresentedCredential) => {
        incoming.entry = serving.admission.enter(presented, operation, (principal) => {
          incoming.principal = principal
          reply.headers(rateLimitHeaders(principal.counters, principal.admittedAt))
        })
        // A body of megabytes is not even buffered for unknown callers: a second look is cheaper.
        return operation.takesLargeBody && mayBeLarge(incoming) ? incoming.entry.look() : null
      }
      finish(() => {
        const credential = serving.readCredential(whatWasSent(incoming))
        return credential instanceof Promise ? credential.then(enter) : enter(credential)
      }, done)
    },
    ...(canBeEmpty && {
      preParsing: (incoming, _reply, payload, done) => {
        // A request without a body has no content type, whatever the header says.
        if (isEmpty(incoming)) delete incoming.headers['content-type']
        done(null, payload)
      },
    }),
    // Before the body is looked at: a caller without permission learns nothing about the schema. Errors that come earlier wait
    // for admission, too (errors.ts).
    preValidation: (incoming, _reply, done) => {
      const isMissing = body !== undefined && incoming.body === undefined
      if (isMissing && !canBeEmpty) return done(problems.unsupportedMediaType())
      if (isMissing) incoming.body = {}
      if (request.headers) readHeadersAsUtf8(incoming, request.headers)
      finish(() => (operation.runEarly ? null : incoming.entry!.admit()), done)
    },
    preHandler: (incoming, _reply, done) => {
      finish(() => {
        if (operation.takesAnyText) return null
        refuseUnstorableText(incoming.body)
        refuseUnstorableText(incoming.query)
        refuseUnstorableText(incoming.params)
        return null
      }, done)
    },
    ...(!operation.neverCompressed && { onSend: serving.compress }),
    handler: (incoming, reply) => answer(operation, serving, incoming, reply),
  })
}

/** Does the work of a hook. One that waits for nothing makes no promise, for which every request would pay. */
function finish(work: () => Promise<unknown> | null, done: (error?: Error) => void): void {
  let waiting: Promise<unknown> | null = null
  let failure: Error | undefined
  try {
    waiting = work()
  } catch (error) {
    failure = error as Error
  }
  if (waiting === null) done(failure)
  else waiting.then(() => done(), done)
}

type AnyCall = Call<unknown, unknown, unknown, unknown>

async function answer<Needs>(
  operation: AnyOperation<Needs>,
  { needs, exportNeeds, needsOf = (_caller, live) => live, exports }: RestOptions<Needs>,
  incoming: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const entry = incoming.entry!
  const request = {
    requestId: incoming.id,
    from: originOf(incoming),
    body: incoming.body,
    query: incoming.query,
    params: incoming.params,
    headers: incoming.headers,
    setHeader: (name: string, value: string) => void reply.header(name, value),
    stepAside: () => stepAside(incoming.raw),
    answerOk: () => void reply.status(200),
  }
  // A caller of test mode is admitted before anything else: what belongs to them depends on the account.
  const given = entry.mode === 'test' ? await needsOf(await entry.admit(), needs) : needs
  if (operation.runEarly)
    return send(await operation.runEarly({ ...request, caller: entry } as never, given), incoming, reply)
  const call: AnyCall = { ...request, principal: await entry.admit(), recheck: entry.recheck }
  const as = streamedAs(operation, incoming.headers.accept)
  const requireRight = () => entry.look()
  if (as) {
    if (isSupportView(call.principal)) throw problems.supportViewOnlyReads()
    const streaming = { operation, call, needs: await needsOf(call.principal, exportNeeds), exports, requireRight }
    return streamRows(as, streaming, incoming, reply)
  }
  if (operation.creates) reply.status(201)
  return send(await operation.run(call as never, given), incoming, reply)
}

function send(answer: object, incoming: FastifyRequest, reply: FastifyReply): unknown {
  if (Buffer.isBuffer(answer)) {
    reply.header('Content-Type', jsonType)
    return answer
  }
  if (isKnown(reply.getHeader('ETag'), incoming.headers['if-none-match'])) return reply.status(304).send()
  return { ...answer, request_id: incoming.id }
}

export const originOf = ({ ip, headers }: FastifyRequest): CallerOrigin => ({
  address: ip,
  userAgent: headers['user-agent'] ?? null,
})

/** The caller's copy is still good (RFC 9110: weak comparison, any of a list). */
function isKnown(etag: unknown, ifNoneMatch: string | undefined): boolean {
  if (typeof etag !== 'string' || ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((known) => known.trim() === '*' || known.trim().replace(/^W\//, '') === etag)
}

const isEmpty = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0'

/** Node reads headers byte by byte; callers who write other scripts send UTF-8. Other bytes stay as they are. */
function readHeadersAsUtf8({ headers }: FastifyRequest, schema: TSchema): void {
  for (const name of Object.keys((schema as { properties?: object }).properties ?? {})) {
    const value = headers[name]
    if (typeof value !== 'string' || isAscii(Buffer.from(value, 'latin1'))) continue
    const bytes = Buffer.from(value, 'latin1')
    if (isUtf8(bytes)) headers[name] = bytes.toString('utf8')
  }
}

const mayBeLarge = ({ headers }: FastifyRequest): boolean => !(Number(headers['content-length']) <= bodyBytesMax)

const toFastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')
