/** simple-oauth2, as its README has it: the addresses by hand, no resource, no PKCE, the secret in the header. Then with PKCE. */
import { createHash, randomBytes } from 'node:crypto'
import { AuthorizationCode } from 'simple-oauth2'
import { authorize, callApi } from './person.mjs'

const { ORIGIN, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI } = process.env
const client = new AuthorizationCode({
  client: { id: CLIENT_ID, secret: CLIENT_SECRET },
  auth: {
    tokenHost: ORIGIN,
    tokenPath: '/auth/oauth2/token',
    revokePath: '/auth/oauth2/revoke',
    authorizePath: '/auth/oauth2/authorize',
  },
})
const scope = 'usage:read offline_access'
const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

for (const { asked, proof } of [
  { asked: {}, proof: {} },
  { asked: { code_challenge: challenge, code_challenge_method: 'S256' }, proof: { code_verifier: verifier } },
]) {
  const address = client.authorizeURL({ redirect_uri: REDIRECT_URI, scope, state: 'state', ...asked })
  const code = (await authorize(address)).searchParams.get('code')
  const token = await client.getToken({ code, redirect_uri: REDIRECT_URI, scope, ...proof })
  await callApi(token.token.access_token)
  const refreshed = await token.refresh()
  await callApi(refreshed.token.access_token)
  await refreshed.revokeAll()
}
console.log('signed in without PKCE and with it, called, refreshed, revoked')
