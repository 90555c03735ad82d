/** simple-oauth2: the addresses by hand, no resource, the secret in the header. */
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
const verifier = randomBytes(32).toString('base64url')
const address = client.authorizeURL({
  redirect_uri: REDIRECT_URI,
  scope: 'usage:read offline_access',
  state: 'state',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
})
const code = (await authorize(address)).searchParams.get('code')
const token = await client.getToken({ code, redirect_uri: REDIRECT_URI, code_verifier: verifier })
await callApi(token.token.access_token)
const refreshed = await token.refresh()
await callApi(refreshed.token.access_token)
await refreshed.revokeAll()
console.log('signed in, called, refreshed, revoked')
