/** Signatures of webhooks, by Standard Webhooks 1.0.0. Needs nothing but Web Crypto. */
import type { ToldEvent } from './generated.ts'

export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/** Its `type` says what `data` holds. More types may be added: pass over those that you don’t know. */
export type WebhookEvent = (ToldEvent | TestEvent) & {
  /** The same at every attempt to deliver the event: remember it, and handle it once. */
  id: string
}

/** What `testWebhook` sends. */
export type TestEvent = { type: 'webhook.test'; timestamp: string; data: { webhook_id: string; sequence: number } }

/** The message was not signed with this secret, was changed on the way, or is too old. Answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
}

export const toleranceSecondsDefault = 300

export type VerifyOptions = {
  /** How far the timestamp may be off, in seconds. Default 300. */
  toleranceSeconds?: number
  /** The time to compare it with. Default: now. */
  now?: Date
}

export const webhooks: { verify: typeof verify } = { verify }

/**
 * Checks a message and returns its event. `body` is the body as it arrived, before anybody parsed it. While a secret is being
 * replaced, pass both.
 */
async function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = toleranceSecondsDefault, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const secrets = [secret].flat()
  // A setting that is missing, or empty: whoever knows that could sign with nothing.
  if (!secrets.every(Boolean)) throw new TypeError('Pass the secret of the webhook: whsec_….')
  const id = read(headers, 'webhook-id')
  const timestamp = read(headers, 'webhook-timestamp')
  const signatures = read(headers, 'webhook-signature')
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('A webhook header is missing.')
  const age = Math.abs(now.getTime() / 1_000 - Number(timestamp))
  // Also when the timestamp is no number.
  if (!(age <= toleranceSeconds)) throw new WebhookVerificationError('The message is too old, or from the future.')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const sent = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []))
  for (const one of secrets) {
    const key = await importSecret(one)
    for (const signature of sent) {
      const bytes = fromBase64(signature)
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) {
        return { id, ...(JSON.parse(text) as ToldEvent) }
      }
    }
  }
  throw new WebhookVerificationError('No signature matches.')
}

function read(headers: WebhookHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name)
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return [found].flat()[0] ?? null
}

function importSecret(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (!bytes?.length) throw new WebhookVerificationError('The secret is not one: it looks like whsec_….')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
