import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Mode } from '../base/ids.ts'
import type { KeyCredential } from '../call/entry.ts'
import { hashKey, isWellFormedKey, modeOfKey } from '../keys/key-format.ts'
import type { ProtectedResource } from '../oauth/resources.ts'
import type { AccessToken, TokenVerifier } from '../oauth/token-verifier.ts'
import { cookiePrefixAt, signInSecret } from '../sign-in/auth-options.ts'
import { isFromOwnPages } from '../sign-in/own-pages.ts'
import { supportCookieAt } from '../sign-in/support-views.ts'

/** A credential whose proof needs no database. Admission checks that it is still valid. */
export type Credential = KeyCredential | { kind: 'session' | 'support_view'; token: string } | AccessToken

/** People and integrations are always live. */
export const modeOfCredential = (credential: Credential): Mode =>
  credential.kind === 'api_key' ? credential.mode : 'live'

/** `none`: nothing was sent. `invalid`: something was, but it can't be anybody's; `invalid_session`: as a cookie. */
export type PresentedCredential = Credential | 'none' | 'invalid' | 'invalid_session'

export type CredentialSource = {
  method: string
  headers: Record<string, string | string[] | undefined>
  /** The Bearer credential, '' when it was sent in a way that is never valid, null when there was none. */
  bearer: string | null
}

export type CredentialReader = {
  /** The API takes keys, access tokens for it, and the session cookie of our own pages. */
  forApi(sent: CredentialSource): Promise<PresentedCredential> | PresentedCredential
  /** MCP takes keys and access tokens for it. */
  forMcp(sent: CredentialSource): Promise<PresentedCredential> | PresentedCredential
  /** The session operations take only the cookie. */
  forSession(sent: CredentialSource): PresentedCredential
}

export function createCredentialReader(options: {
  authSecret: Buffer
  publicUrl: string
  tokens: TokenVerifier
}): CredentialReader {
  const { publicUrl, tokens } = options
  const secret = signInSecret(options.authSecret)
  const ownOrigin = new URL(publicUrl).origin
  const cookieName = `${cookiePrefixAt(publicUrl)}.session_token`
  const supportCookie = supportCookieAt(publicUrl)

  const keys = new Map<string, KeyCredential>()

  function readBearer(bearer: string, resource: ProtectedResource): Promise<PresentedCredential> | PresentedCredential {
    const known = keys.get(bearer)
    if (known) return known
    if (!isWellFormedKey(bearer)) return tokens.verify(bearer, resource).then((token) => token ?? 'invalid')
    if (keys.size >= keysMax) keys.clear()
    const credential = keyCredential(bearer)
    keys.set(bearer, credential)
    return credential
  }

  function readCookie({ method, headers }: CredentialSource): PresentedCredential {
    const view = findCookie(headers.cookie, supportCookie)
    const value = findCookie(headers.cookie, cookieName)
    if ((view ?? value) === null || !isFromOwnPages(method, headers, ownOrigin)) return 'none'
    if (view !== null) return view === '' ? 'invalid_session' : { kind: 'support_view', token: view }
    const token = openSignedValue(value!, secret)
    return token === null ? 'invalid_session' : { kind: 'session', token }
  }

  return {
    forApi: (sent) => (sent.bearer === null ? readCookie(sent) : readBearer(sent.bearer, 'api')),
    forMcp: (sent) => (sent.bearer === null ? 'none' : readBearer(sent.bearer, 'mcp')),
    forSession: readCookie,
  }
}

/** Whose hash is remembered: a caller sends the same key again and again, and hashing takes longer than all else here. */
const keysMax = 10_000

export function keyCredential(apiKey: string): KeyCredential {
  const secretHash = hashKey(apiKey)
  return { kind: 'api_key', secretHash, name: secretHash.toString('latin1'), mode: modeOfKey(apiKey) }
}

/** Null: there is none of this name. */
export function findCookie(header: string | string[] | undefined, name: string): string | null {
  const pairs = (Array.isArray(header) ? header.join('; ') : (header ?? '')).split(/; */)
  const found = pairs.filter((pair) => pair.startsWith(`${name}=`))
  // Two cookies of one name: somebody planted one of them from a neighbouring domain.
  if (found.length !== 1) return found.length === 0 ? null : ''
  return found[0]!.slice(name.length + 1)
}

/** better-auth signs its cookies: `token.signature`, HMAC-SHA-256 in base64, percent-encoded. */
function openSignedValue(value: string, secret: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(value)
  } catch {
    return null
  }
  const dot = decoded.lastIndexOf('.')
  if (dot < 1) return null
  const token = decoded.slice(0, dot)
  const expected = createHmac('sha256', secret).update(token).digest()
  const given = Buffer.from(decoded.slice(dot + 1), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}
