/** Many reveals at once, each under a key of its own, and what their callers were told before something died. */
import type { Answer } from '../support/app.ts'
import { type Server, untilServed } from '../support/servers.ts'

type Request = { contactIds: string[]; key: string }
/** `null`: the connection broke, and the caller does not know whether it was charged. */
type AnswerByRequest = Map<Request, Answer | null>

/** One to three contacts each; no contact twice, so that every one of them must be charged exactly once in the end. */
export function planStorm(contactIds: string[]): Request[] {
  const requests: Request[] = []
  for (let from = 0; from < contactIds.length; ) {
    const size = 1 + (requests.length % 3)
    requests.push({ contactIds: contactIds.slice(from, from + size), key: `storm ${requests.length}` })
    from += size
  }
  return requests
}

const inFlight = 64

/**
 * Sends all requests, a crowd at a time, and calls `strike` when the given number of answers has come. `comesBack`: a caller
 * who is told to come back later does.
 */
export async function storm(
  server: Server,
  apiKey: string,
  requests: Request[],
  { strikeAfter = Number.POSITIVE_INFINITY, strike = async () => {}, comesBack = false } = {},
): Promise<AnswerByRequest> {
  const told: AnswerByRequest = new Map()
  const queue = [...requests]
  let struck: Promise<void> | undefined
  async function sendNext(): Promise<void> {
    for (let request = queue.shift(); request; request = queue.shift()) {
      const headers = { 'idempotency-key': request.key }
      const ask = () => server.reveal(apiKey, request.contactIds, headers)
      told.set(request, await (comesBack ? untilServed(ask) : ask()).catch(() => null))
      if (told.size >= strikeAfter) struck ??= strike()
    }
  }
  await Promise.all(Array.from({ length: inFlight }, sendNext))
  await struck
  return told
}

/** An answer without what differs between a first answer and its replay. */
export function factsOf(answer: Answer): unknown {
  const { request_id, ...facts } = answer.body
  return { status: answer.status, facts }
}
