import { randomBytes } from 'node:crypto'
import type { TraceSettings } from '../base/config.ts'

/** The outcome of a request, for metrics and traces. */
export type AnsweredRequest = {
  operation: string
  method: string
  /** The pattern, not the address: an address may carry what somebody pasted into it. */
  route: string | undefined
  status: number
  code: string | null
  seconds: number
  requestId: string
  traceparent: string | undefined
}

/** A request that was answered, or a job that ran. */
type Span = {
  name: string
  kind: 'request' | 'job'
  /** How long it took, up to now. */
  seconds: number
  failed: boolean
  attributes: Record<string, string | number | null | undefined>
  /** The caller's own trace, by W3C Trace Context. */
  traceparent?: string | undefined
}

export type Traces = {
  record(traced: Span): void
  /** Sends what is left. */
  close(): Promise<void>
}

type TracesOptions = TraceSettings & {
  onWarning(message: string, error?: unknown): void
}

const batchMax = 512
const heldMax = 4_096
const sendEveryMs = 2_000
const sendWithinMs = 5_000
const warnEveryMs = 60_000

/**
 * OpenTelemetry spans over OTLP/HTTP, one for each request and job, sent in batches off the path of requests. A collector
 * that is away or slow costs spans, never requests or memory.
 */
export function createTraces({ url, headers, serviceName, sampleRatio, onWarning }: TracesOptions): Traces {
  let held: object[] = []
  let sending: Promise<void> = Promise.resolve()
  let warnedAt = 0
  const timer = setInterval(send, sendEveryMs)
  timer.unref()

  function send(): void {
    if (held.length === 0) return
    const spans = held
    held = []
    sending = sending.then(() => post(spans)).catch(warn)
  }

  async function post(spans: object[]): Promise<void> {
    const resource = { attributes: [attribute('service.name', serviceName)] }
    const scopeSpans = [{ scope: { name: 'prospector' }, spans }]
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
      signal: AbortSignal.timeout(sendWithinMs),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the collector answered ${response.status}`)
  }

  function warn(error: unknown): void {
    if (Date.now() - warnedAt < warnEveryMs) return
    warnedAt = Date.now()
    onWarning('traces could not be sent and are lost', error)
  }

  return {
    record(traced) {
      const context = contextOf(traced.traceparent, sampleRatio)
      if (context === null || held.length >= heldMax) return
      held.push(toSpan(traced, context))
      if (held.length === batchMax) send()
    },
    async close() {
      clearInterval(timer)
      send()
      await sending
    },
  }
}

export function spanOf(answered: AnsweredRequest): Span {
  const { method, route = 'unknown', operation, status, code, seconds, requestId, traceparent } = answered
  return {
    name: `${method} ${route}`,
    kind: 'request',
    seconds,
    failed: status >= 500,
    traceparent,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'error.type': code,
      'prospector.operation': operation,
      'prospector.request_id': requestId,
    },
  }
}

type Context = { traceId: string; parentSpanId?: string }

const traceparentForm = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})/

/** Null: nobody keeps this trace. */
function contextOf(traceparent: string | undefined, sampleRatio: number): Context | null {
  const parts = traceparent === undefined ? null : traceparentForm.exec(traceparent)
  if (parts && !/^0+$/.test(parts[1]!)) {
    const isKept = (Number.parseInt(parts[3]!, 16) & 1) === 1
    return isKept ? { traceId: parts[1]!, parentSpanId: parts[2]! } : null
  }
  const id = randomBytes(16)
  return id.readUInt32BE(12) / 2 ** 32 < sampleRatio ? { traceId: id.toString('hex') } : null
}

const kinds = { request: 2, job: 1 }

function toSpan({ name, kind, seconds, failed, attributes }: Span, context: Context): object {
  const endMs = Date.now()
  const nanoseconds = (ms: number) => `${Math.round(ms * 1_000)}000`
  return {
    ...context,
    spanId: randomBytes(8).toString('hex'),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(endMs - seconds * 1_000),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: Object.entries(attributes)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([key, value]) => attribute(key, value!)),
    status: failed ? { code: 2 } : {},
  }
}

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
})
