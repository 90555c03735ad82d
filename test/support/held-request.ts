/** Requests whose headers arrive now and whose bodies arrive later, as a slow or malicious client would send them. */
import { request } from 'node:http'
import { expect } from 'vitest'
import type { ServedApp } from './browser.ts'

type HeldAnswer = { status: number; text: string }
type HeldRequest = { method?: string; path: string; body: unknown; headers: Record<string, string> }

/** Below half of the fewest that a node ever works on at once: none of them is refused. */
export const heldMax = 24

/** The same for one request. */
export async function holdBody(
  test: ServedApp,
  held: HeldRequest,
  meanwhile: () => Promise<unknown>,
): Promise<HeldAnswer> {
  const [answer] = await holdBodies(test, [held], meanwhile)
  return answer!
}

/** Writes the headers, waits until the server works on all the requests, runs `meanwhile`, then writes the bodies. */
export async function holdBodies(
  { url, app }: ServedApp,
  held: readonly HeldRequest[],
  meanwhile: () => Promise<unknown>,
): Promise<HeldAnswer[]> {
  const before = app.http.overload.limit.underway()
  const sent = held.map((one) => sendHeaders(url, one))
  try {
    await expect
      .poll(() => app.http.overload.limit.underway(), { interval: 2 })
      .toBeGreaterThanOrEqual(before + held.length)
    await meanwhile()
  } catch (error) {
    for (const { giveUp } of sent) giveUp()
    throw error
  }
  return Promise.all(sent.map(({ finish }) => finish()))
}

function sendHeaders(url: string, { method = 'POST', path, body, headers }: HeldRequest) {
  const bytes = Buffer.from(JSON.stringify(body))
  const answer = Promise.withResolvers<HeldAnswer>()
  const sent = request(new URL(path, url), {
    method,
    agent: false,
    headers: { 'content-type': 'application/json', 'content-length': bytes.length, ...headers },
  })
  sent.on('error', answer.reject)
  sent.on('response', async (response) => {
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    answer.resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() })
  })
  sent.flushHeaders()
  answer.promise.catch(() => {})
  return {
    giveUp: () => void sent.destroy(),
    finish: () => {
      sent.end(bytes)
      return answer.promise
    },
  }
}
