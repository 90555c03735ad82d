/** @badgateway/oauth2-client: discovery by itself, code without PKCE and with it, a fetch that refreshes. */
import { generateCodeVerifier, OAuth2Client, OAuth2Fetch } from '@badgateway/oauth2-client'
import { authorize, callApi, expect } from './person.mjs'

const { ORIGIN, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI } = process.env
const client = new OAuth2Client({ server: ORIGIN, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET })
const signIn = async (proof) => {
  const asked = { redirectUri: REDIRECT_URI, state: 'state', ...proof }
  const address = await client.authorizationCode.getAuthorizeUri({ ...asked, scope: ['usage:read', 'offline_access'] })
  const token = await client.authorizationCode.getTokenFromCodeRedirect(await authorize(address), asked)
  await callApi(token.accessToken)
  return token
}
await signIn({})
const token = await signIn({ codeVerifier: await generateCodeVerifier() })
const refreshed = await client.refreshToken(token)
await callApi(refreshed.accessToken)
const wrapper = new OAuth2Fetch({
  client,
  getNewToken: () => null,
  getStoredToken: () => ({ ...refreshed, expiresAt: 1 }),
  storeToken: () => {},
})
expect((await wrapper.fetch(`${ORIGIN}/api/v1/usage`)).ok, 'The fetch that refreshes was refused.')
expect((await client.introspect(refreshed)).active !== undefined, 'No introspection.')
await client.revoke(refreshed)
console.log('discovered, signed in without PKCE and with it, called, refreshed, introspected, revoked')
// Its timer for the next refresh would keep the program alive.
process.exit(0)
