import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { createTraces, type Traces } from './traces.ts'

type Span = {
  traceId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
  status: { code?: number }
}

/** As small as a receiver of OTLP/HTTP can be. */
let receiver: Server
let url: string
const posts: { authorization: string | undefined; service: string; spans: Span[] }[] = []
let status = 200

let test: TestApp
let traces: Traces
beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const [{ resource, scopeSpans }] = JSON.parse(text).resourceSpans
    const { authorization } = request.headers
    posts.push({ authorization, service: resource.attributes[0].value.stringValue, spans: scopeSpans[0].spans })
    response.writeHead(status).end('{}')
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  url = `http://127.0.0.1:${(receiver.address() as { port: number }).port}/v1/traces`
  traces = createTraces({ url, headers: { authorization: 'secret' }, serviceName: 'one', sampleRatio: 1, onWarning })
  test = await startTestApp({ traces })
})
afterAll(async () => {
  await test.stop()
  receiver.close()
})

const spansOf = (name: string): Span[] => posts.filter(({ service }) => service === name).flatMap(({ spans }) => spans)

const warnings: string[] = []
const onWarning = (message: string) => void warnings.push(message)
const attributeOf = ({ attributes }: Span, key: string) => {
  const value = attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

it('RUN-15: each request is a span with its request id, in the trace of its caller, each job is a span, and none names anybody', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const ids = await test.plantContacts(1)
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`
  const answer = await test.reveal(apiKey, ids, { traceparent })
  await test.reveal(apiKey, ids, { traceparent: `00-${'1'.repeat(32)}-b7ad6b7169203331-00` })
  await test.call('GET', '/api/v1/usage')
  await test.app.queue.enqueue(test.store.database, 'housekeeping', {})
  expect(await test.app.queue.runWaiting()).toBe(1)
  await traces.close()
  // Spans are sent every two seconds, so one post or several bring them.
  for (const post of posts) expect(post).toMatchObject({ authorization: 'secret', service: 'one' })
  const [revealed, refused, job, ...others] = spansOf('one')
  expect(others).toEqual([])
  expect(revealed).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331', kind: 2, status: {} })
  expect(revealed!.name).toBe('POST /api/v1/contacts/reveal')
  expect(attributeOf(revealed!, 'prospector.request_id')).toBe(answer.body.request_id)
  expect(attributeOf(revealed!, 'http.response.status_code')).toBe('200')
  expect(BigInt(revealed!.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(revealed!.startTimeUnixNano))
  expect(attributeOf(refused!, 'error.type')).toBe('missing_credentials')
  expect(refused!.traceId).toMatch(/^[\da-f]{32}$/)
  expect(job).toMatchObject({ name: 'job housekeeping', kind: 1, status: {} })
  expect(job!.traceId).toMatch(/^[\da-f]{32}$/)
  expect(JSON.stringify(posts)).not.toContain(apiKey)
  expect(JSON.stringify(posts)).not.toContain(ids[0])
})

it('RUN-15: a collector that refuses costs spans and one warning, nothing else', async () => {
  status = 503
  const lost = createTraces({ url, headers: {}, serviceName: 'two', sampleRatio: 1, onWarning })
  const one = { name: 'a job', kind: 'job', seconds: 0.1, failed: true, attributes: {} } as const
  for (let at = 0; at < 1_200; at += 1) lost.record(one)
  await lost.close()
  expect(posts.filter(({ service }) => service === 'two').map(({ spans }) => spans.length)).toEqual([512, 512, 176])
  expect(spansOf('two')[0]).toMatchObject({ name: 'a job', kind: 1, status: { code: 2 } })
  expect(warnings).toEqual(['traces could not be sent and are lost'])
})

it('RUN-15: while the collector can’t be reached, requests are answered as ever', async () => {
  const unheard: string[] = []
  const away = createTraces({
    url: 'http://127.0.0.1:1/v1/traces',
    headers: {},
    serviceName: 'away',
    sampleRatio: 1,
    onWarning: (message) => void unheard.push(message),
  })
  const node = await startTestApp({ traces: away })
  const { apiKey } = await node.createAccount({ credits: 5 })
  expect((await node.reveal(apiKey, await node.plantContacts(1))).status).toBe(200)
  await away.close()
  expect((await node.call('GET', '/api/v1/usage', { key: apiKey })).status).toBe(200)
  expect(unheard).toEqual(['traces could not be sent and are lost'])
  await node.stop()
})

it('RUN-15: of traces that begin here the given share is kept', async () => {
  const none = createTraces({ url, headers: {}, serviceName: 'three', sampleRatio: 0, onWarning })
  none.record({ name: 'x', kind: 'request', seconds: 0, failed: false, attributes: {} })
  await none.close()
  expect(spansOf('three')).toEqual([])
})
