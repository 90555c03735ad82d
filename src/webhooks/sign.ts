import { createHmac, randomBytes } from 'node:crypto'

/** Standard Webhooks: 24 to 64 random bytes, in base64 behind `whsec_`. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** The headers that receivers verify a delivery by (Standard Webhooks 1.0.0), in the words of the API. */
export const signatureHeaders = {
  'webhook-id': 'The id of the event, the same at every attempt.',
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970.',
  'webhook-signature': 'One `v1` signature for each valid secret, separated by spaces.',
} as const

/** The headers of a delivery. Every secret that is valid signs, so that a rotation breaks nothing. */
export function signedHeaders(
  message: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<'content-type' | 'user-agent' | keyof typeof signatureHeaders, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1_000))
  const content = `${message.id}.${timestamp}.${message.body}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Prospector-Webhooks/1',
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
