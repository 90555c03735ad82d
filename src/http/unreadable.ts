import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { addressBytesMax } from '../base/bounds.ts'
import { newRequestId } from '../base/ids.ts'
import { type Problem, problems } from '../base/problems.ts'

/** The latest request on a connection, and its answer. */
export type Exchange = { request: IncomingMessage; response: ServerResponse }

type ReportNeeds = { log: Logger; docsUrl: string }
type ParseError = Error & { code?: string; rawPacket?: unknown }

/**
 * Bytes that are not HTTP still get the envelope and a request id. If they follow valid requests on the same connection,
 * their answers go first: an error in between would be taken for the answer to one of them.
 */
export function answerUnreadable(
  error: ParseError,
  socket: Socket,
  latest: Exchange | undefined,
  { log, docsUrl }: ReportNeeds,
): void {
  // If the request's own body is broken, there is no other answer to wait for.
  if (latest?.request.complete && !latest.response.writableFinished && !latest.response.destroyed) {
    latest.response.once('close', () => answerUnreadable(error, socket, undefined, { log, docsUrl }))
    return
  }
  // In the middle of an answer that began before its request was complete, another one would be read as part of it.
  const isInAnswer = latest?.response.headersSent && !latest.response.writableFinished
  if (socket.destroyed || !socket.writable || isInAnswer) {
    socket.destroy()
    return
  }
  const problem = toProblem(error)
  const requestId = newRequestId()
  const body = JSON.stringify(problem.toBody(requestId, docsUrl))
  log.info({ request_id: requestId, status: problem.status, reason: error.code }, 'answered')
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `X-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** The parser refuses control characters in any header; in this one they have an error of their own. */
const badIdempotencyKey = /^idempotency-key:[^\r\n]*[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/im

/** The parser counts the address and the headers together, so which of them is too long is read from the first line. */
function beginsWithLongAddress(rawPacket: unknown): boolean {
  if (!Buffer.isBuffer(rawPacket) || !/^[A-Z]+ \//.test(rawPacket.toString('latin1', 0, 16))) return false
  const end = rawPacket.indexOf('\r\n')
  return end === -1 || end > addressBytesMax
}

function toProblem({ code, rawPacket }: ParseError): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return beginsWithLongAddress(rawPacket) ? problems.uriTooLong() : problems.headersTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problems.requestTimeout()
  if (Buffer.isBuffer(rawPacket) && badIdempotencyKey.test(rawPacket.toString('latin1')))
    return problems.invalidIdempotencyKey()
  return problems.invalidRequest(undefined, 'The request is not valid HTTP.')
}

/** Connections on which nobody knows where a request ended: what the parser has read already is refused, too. */
const unclear = new WeakSet<Socket>()

/**
 * What the parser lets through, and another program on the way may read differently: to whom a request goes, or where it
 * ends (RFC 9112, 3.2 and 6.1). The caller gets a 400, and nothing more is read on this connection.
 */
export function ambiguityOf({ headers, rawHeaders, httpVersion, socket }: IncomingMessage): Problem | null {
  const coding = headers['transfer-encoding']
  const isOddCoding = unclear.has(socket) || (coding !== undefined && coding.toLowerCase() !== 'chunked')
  if (isOddCoding) unclear.add(socket)
  const problem = isOddCoding
    ? problems.invalidRequest('Transfer-Encoding', 'Transfer-Encoding must be chunked.')
    : hostProblem(headers.host, rawHeaders, httpVersion)
  // After the answer: the bytes after it may be part of this request, or the next one.
  if (isOddCoding) setImmediate(() => socket.end())
  return problem
}

function hostProblem(host: string | undefined, rawHeaders: readonly string[], httpVersion: string): Problem | null {
  if (host === undefined) return httpVersion === '1.1' ? problems.invalidRequest('Host', 'Host is required.') : null
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1 ? problems.invalidRequest('Host', 'Host must be given once.') : null
}
