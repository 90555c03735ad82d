/** A request whose headers arrive now and whose body arrives later, as a slow or malicious client would send it. */
import { request } from 'node:http'
import { expect } from 'vitest'
import type { ServedApp } from './browser.ts'

export type HeldAnswer = { status: number; text: string }
type Held = { method?: string; path: string; body: unknown; headers: Record<string, string> }

/** Writes the headers, waits until the server works on the request, runs `meanwhile`, then writes the body. */
export async function holdBody(
  { url, app }: ServedApp,
  { method = 'POST', path, body, headers }: Held,
  meanwhile: () => Promise<unknown>,
): Promise<HeldAnswer> {
  const bytes = Buffer.from(JSON.stringify(body))
  const before = app.http.overload.limit.underway()
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
  await expect.poll(() => app.http.overload.limit.underway(), { interval: 2 }).toBeGreaterThan(before)
  answer.promise.catch(() => {})
  try {
    await meanwhile()
  } catch (error) {
    sent.destroy()
    throw error
  }
  sent.end(bytes)
  return answer.promise
}
