import type Stripe from 'stripe'
import { idOf } from './client.ts'
import { stripeSdk } from './sdk.ts'
import type { ProviderEvent } from './stripe-billing.ts'

/** Older than this, a signed event is a replay. */
export const toleranceSeconds = 300

/** Null for whatever the holder of the secret did not sign within the last minutes: forged, stale, cut short. */
export function readSignedEvent(secret: string, body: Buffer, signature: string, now: Date): ProviderEvent | null {
  const event = verify(secret, body, signature, now)
  if (!event) return null
  const { customer, charge, metadata, ...object } = readObject(event)
  const isCustomer = object.object === 'customer' && typeof object.id === 'string'
  return {
    id: String(event.id),
    type: String(event.type),
    customerId: isCustomer ? (object.id as string) : referenceOf(customer),
    chargeId: referenceOf(charge),
    accountId: accountOf(metadata),
  }
}

function verify(secret: string, body: Buffer, signature: string, now: Date): Stripe.Event | null {
  try {
    return stripeSdk().webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now.getTime())
  } catch {
    return null
  }
}

/** Events of other API versions have other fields: nothing is taken for granted. */
function readObject(event: Stripe.Event): Record<string, unknown> {
  const object: unknown = event.data?.object
  return typeof object === 'object' && object !== null ? (object as Record<string, unknown>) : {}
}

const referenceOf = (value: unknown): string | null =>
  typeof value === 'string' || isNamed(value) ? idOf(value) : null

const isNamed = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

function accountOf(metadata: unknown): string | null {
  const named =
    typeof metadata === 'object' && metadata !== null && 'account_id' in metadata ? metadata.account_id : null
  return typeof named === 'string' ? named : null
}
