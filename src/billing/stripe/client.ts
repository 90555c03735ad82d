import type { Logger } from 'pino'
import type Stripe from 'stripe'
import type { Config } from '../../base/config.ts'
import { problems } from '../../base/problems.ts'
import { stripeSdk } from './sdk.ts'

export type StripeSettings = NonNullable<Config['stripe']>

export function connectToStripe(
  { secretKey, apiBase }: StripeSettings,
  patience = { maxNetworkRetries: 2, timeout: 10_000 },
): Stripe {
  const base = apiBase === null ? null : new URL(apiBase)
  const Client = stripeSdk()
  return new Client(secretKey, {
    ...patience,
    telemetry: false,
    ...(base && {
      protocol: base.protocol === 'http:' ? 'http' : 'https',
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
    }),
  })
}

/** A call to Stripe, with its failures turned into problems that a caller can read. */
export type Reach = <T>(call: Promise<T>) => Promise<T>

/**
 * What Stripe refuses is no fault of the caller's request: it is logged with Stripe's own request id, and the caller gets
 * a sentence that helps. A declined card is the one thing that the caller can fix.
 */
export function createReach(log: Pick<Logger, 'error' | 'warn'>): Reach {
  return async (call) => {
    try {
      return await call
    } catch (error) {
      const { StripeError, StripeCardError } = stripeSdk().errors
      if (!(error instanceof StripeError)) throw error
      const { type, code, requestId, statusCode, message } = error
      const details = { stripe_type: type, stripe_code: code, stripe_request_id: requestId, stripe_status: statusCode }
      if (error instanceof StripeCardError) {
        log.warn(details, 'card declined')
        throw problems.paymentFailed()
      }
      log.error({ ...details, stripe_message: message }, 'the payment provider refused or did not answer')
      throw problems.billingProviderError(isTransient(error))
    }
  }
}

const isTransient = (error: unknown): boolean => {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = stripeSdk().errors
  return [StripeConnectionError, StripeAPIError, StripeRateLimitError].some((kind) => error instanceof kind)
}

/** Null when Stripe knows nothing under this id (any more). */
export async function unlessMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof stripeSdk().errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
    throw error
  }
}

/** False when Stripe would not do it: mostly because it has been done already. */
export async function unlessRefused(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof stripeSdk().errors.StripeInvalidRequestError) return false
    throw error
  }
}

export const inMs = (seconds: number): number => Math.round(seconds * 1_000)
export const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id
