import { hourMs, minuteMs, secondMs } from '../base/durations.ts'
import type { OutgoingRequests } from '../outgoing/outgoing-requests.ts'
import { readRetryAfter } from '../outgoing/retry-after.ts'
import { signedHeaders } from './sign.ts'

/**
 * How long after an attempt the next one is made. The first is made at once, the one after the last pause is the last. Together they
 * are shorter than `webhookFailsDays` (base/bounds.ts), after which a webhook is disabled, and what waits for it is never sent.
 */
export const pausesMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]
/** For texts: how often an event comes again, and over how many days. */
export const retries = {
  times: pausesMs.length,
  days: Math.round(pausesMs.reduce((sum, pause) => sum + pause) / (24 * hourMs)),
}
/** The longest that a receiver may ask us to wait. */
const retryAfterMaxMs = 24 * hourMs
export const replyWithinMs = 15 * secondMs
const shownBytes = 1_000

type Message = { id: string; type: string; createdAt: Date; data: object }

export type Attempt = {
  /** False where no request was made. */
  wasSent: boolean
  succeeded: boolean
  statusCode: number | null
  /** The first bytes of the reply, or why there was none. */
  response: string
  retryAfterMs: number
}

/** One request. It never throws: whatever goes wrong is the receiver's answer. */
export async function attempt(
  requests: OutgoingRequests,
  { url, secrets }: { url: string; secrets: readonly string[] },
  { id, type, createdAt, data }: Message,
  now: Date,
): Promise<Attempt> {
  const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data })
  try {
    const {
      status,
      headers,
      body: reply,
    } = await requests.send(url, {
      method: 'POST',
      headers: signedHeaders({ id, body, at: now }, secrets),
      body,
      withinMs: replyWithinMs,
      reply: { bytesMax: shownBytes, ifLonger: 'cut' },
    })
    return {
      wasSent: true,
      succeeded: status >= 200 && status < 300,
      statusCode: status,
      response: readable(reply),
      retryAfterMs: readRetryAfter(headers['retry-after'], now),
    }
  } catch (error) {
    const response = error instanceof Error ? error.message : 'The request failed.'
    return { wasSent: true, succeeded: false, statusCode: null, response, retryAfterMs: 0 }
  }
}

/** When to try again after attempt number `made`; null if that was the last one. A tenth of the pause is chance: no thundering herd. */
export function nextAttemptAt(made: number, retryAfterMs: number, now: Date): Date | null {
  const pause = pausesMs[made - 1]
  if (pause === undefined) return null
  const jittered = pause * (1 + Math.random() / 10)
  return new Date(now.getTime() + Math.max(jittered, Math.min(retryAfterMs, retryAfterMaxMs)))
}

/** No NUL and no half characters: it is stored and shown. */
const readable = (reply: Buffer): string => reply.toString('utf8').replaceAll('\0', '').replaceAll('\ufffd', '?')
