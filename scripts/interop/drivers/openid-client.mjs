/** openid-client: discovery, code with PKCE, refresh, introspection, revocation. http is allowed because the server is local. */
import * as client from 'openid-client'
import { authorize, callApi, expect } from './person.mjs'

const { ORIGIN, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI } = process.env
const config = await client.discovery(new URL(ORIGIN), CLIENT_ID, CLIENT_SECRET, undefined, {
  algorithm: 'oauth2',
  execute: [client.allowInsecureRequests],
})
const verifier = client.randomPKCECodeVerifier()
const state = client.randomState()
const address = client.buildAuthorizationUrl(config, {
  redirect_uri: REDIRECT_URI,
  scope: 'contacts:search usage:read offline_access',
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
  state,
})
const back = await authorize(address)
const tokens = await client.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state })
await callApi(tokens.access_token)
const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token)
await callApi(refreshed.access_token)
expect((await client.tokenIntrospection(config, refreshed.access_token)).active, 'A live token is not active.')
await client.tokenRevocation(config, refreshed.refresh_token)
expect(!(await client.tokenIntrospection(config, refreshed.access_token)).active, 'A revoked token is active.')
console.log('discovered, signed in, called, refreshed, introspected, revoked')
