import type { createLocalJWKSet, JSONWebKeySet, JWTPayload } from 'jose'
import type { Clock } from '../base/clock.ts'
import { type ProtectedResource, resourcesOf } from './resources.ts'

/** The claims of a verified access token. */
export type AccessToken = {
  kind: 'access_token'
  clientId: string
  userId: string
  accountId: string
  issuedAt: Date
  expiresAt: Date
  scopes: string[]
  /** The grant that it was issued under, and ends with. */
  grantId: string
}

export type TokenVerifier = {
  /** Null for anything that this server did not issue for this resource, or that has expired. */
  verify(token: string, resource: ProtectedResource): Promise<AccessToken | null>
}

type Options = { publicUrl: string; clock: Clock; readKeys(): Promise<JSONWebKeySet> }

const secondsBetweenReads = 1

/** By the first token: most threads only ever see keys and sessions. */
const loadJose = () => import('jose')

/**
 * Checks a signed access token without asking anybody: signature, issuer, audience, lifetime. Whether its client, its
 * person and its account still are what they were is admission's question, asked on every request.
 */
export function createTokenVerifier({ publicUrl, clock, readKeys }: Options): TokenVerifier {
  const audiences = resourcesOf(publicUrl)
  let keys: ReturnType<typeof createLocalJWKSet> | undefined
  let readAt = 0

  /** Public keys may be kept. One that is not known yet is looked up, but strangers can't make us look all the time. */
  async function refreshKeys(): Promise<void> {
    readAt = Date.now()
    const { createLocalJWKSet } = await loadJose()
    keys = createLocalJWKSet(await readKeys())
  }

  async function check(token: string, audience: string): Promise<JWTPayload | null> {
    if (!keys) await refreshKeys()
    const { errors, jwtVerify } = await loadJose()
    try {
      const { payload } = await jwtVerify(token, keys!, {
        issuer: publicUrl,
        audience,
        algorithms: ['ES256'],
        currentDate: clock.now(),
        requiredClaims: ['sub', 'iat', 'exp', 'client_id', 'account_id', 'scope', 'grant_id'],
      })
      return payload
    } catch (error) {
      const isUnknownKey = error instanceof errors.JWKSNoMatchingKey
      if (!isUnknownKey || Date.now() - readAt < secondsBetweenReads * 1_000) return null
      await refreshKeys()
      return check(token, audience)
    }
  }

  return {
    async verify(token, resource) {
      // Three parts, or it is not worth a signature check.
      if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return null
      const payload = await check(token, audiences[resource])
      return payload && toCredential(payload)
    },
  }
}

function toCredential(payload: JWTPayload): AccessToken | null {
  const { sub, iat, exp, client_id: clientId, account_id: accountId, grant_id: grantId, scope } = payload
  if (typeof clientId !== 'string' || typeof accountId !== 'string') return null
  if (typeof grantId !== 'string' || typeof scope !== 'string') return null
  return {
    kind: 'access_token',
    userId: sub!,
    clientId,
    accountId,
    issuedAt: new Date(iat! * 1_000),
    expiresAt: new Date(exp! * 1_000),
    scopes: scope.split(' '),
    grantId,
  }
}
