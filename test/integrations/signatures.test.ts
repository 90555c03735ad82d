/** Both integrations take a message for five minutes, and refuse what was changed on the way. */
import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'

type Headers = Record<string, string>
const zapier = createRequire(import.meta.url)('../../integrations/zapier/signature.js') as {
  isSigned(request: { content: string; headers: Headers }, secret: string, now: number): boolean
}

// By its address: it is compiled with settings of its own.
const verify = new URL('../../integrations/n8n/nodes/ProspectorTrigger/verify.ts', import.meta.url).href
const n8n = (await import(verify)) as {
  isSigned(content: Buffer, headers: Headers, secret: string, now: number): boolean
}

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
const body = '{"type":"reveal.created"}'
const sentAt = 1_772_443_800
const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
const signature = createHmac('sha256', key).update(`evt_1.${sentAt}.${body}`).digest('base64')
const headers = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(sentAt),
  'webhook-signature': `v1,${signature}`,
}

type Check = (text: string, given: Headers, now: number) => boolean
const checks: [string, Check][] = [
  ['INT-3: n8n', (text, given, now) => n8n.isSigned(Buffer.from(text), given, secret, now)],
  ['INT-5: Zapier', (text, given, now) => zapier.isSigned({ content: text, headers: given }, secret, now)],
]

describe.each(checks)('%s', (_name, isSigned) => {
  it.each([
    [0, true],
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ])('judges a message after %i seconds: %s', (seconds, expected) => {
    expect(isSigned(body, headers, (sentAt + seconds) * 1_000)).toBe(expected)
  })

  it('refuses another body, another id, another signature and none', () => {
    const now = sentAt * 1_000
    expect(isSigned(`${body} `, headers, now)).toBe(false)
    expect(isSigned(body, { ...headers, 'webhook-id': 'evt_2' }, now)).toBe(false)
    expect(isSigned(body, { ...headers, 'webhook-signature': `v2,${signature}` }, now)).toBe(false)
    expect(isSigned(body, { ...headers, 'webhook-timestamp': 'soon' }, now)).toBe(false)
    expect(isSigned(body, { 'webhook-id': 'evt_1', 'webhook-timestamp': String(sentAt) }, now)).toBe(false)
  })
})
