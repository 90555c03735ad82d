import { createHash } from 'node:crypto'

/**
 * Approved clients with a secret may authorize without PKCE (RFC 9700, 2.1.1): many libraries do not send it by themselves.
 * better-auth insists on PKCE for whoever asks for a refresh token. So a request without a challenge is given this one, and the
 * code that it led to is redeemed with its verifier, once the client has shown its secret. Neither is a secret: the pair marks a
 * code that was asked for without PKCE. Decision 8 in docs/decisions has the reasons.
 */
const verifier = 'this-code-was-asked-for-without-a-code-challenge'
const unfit = 'a-verifier-that-fits-no-challenge-because-none-was-sent'
const challenge = createHash('sha256').update(verifier).digest('base64url')

export const withoutPkce = {
  /** An authorization request. One that has half of a challenge stays as it is, and is refused. */
  complete(query: URLSearchParams): void {
    if (query.get('code_challenge') || query.get('code_challenge_method')) return
    query.set('code_challenge', challenge)
    query.set('code_challenge_method', 'S256')
  },

  isMarkOf: (codeChallenge: string | null): boolean => codeChallenge === challenge,

  /**
   * The form that redeems a marked code. A client that sends a verifier began with a challenge: somebody removed it, or slipped
   * the client another code (RFC 9700, 4.8). No verifier fits such a code, not even ours.
   */
  redeem(form: URLSearchParams): void {
    form.set('code_verifier', form.has('code_verifier') ? unfit : verifier)
  },
}
