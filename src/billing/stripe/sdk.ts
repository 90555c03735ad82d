import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type Stripe from 'stripe'

type Sdk = typeof Stripe

const require = createRequire(import.meta.url)
let loaded: Sdk | undefined

/**
 * Stripe's SDK, loaded when something is first asked of it: over two hundred files, which most threads of a node never need.
 * The same copy that an import gets, so that its errors are known as what they are.
 */
export function stripeSdk(): Sdk {
  loaded ??= (require(fileURLToPath(import.meta.resolve('stripe'))) as { default: Sdk }).default
  return loaded
}
