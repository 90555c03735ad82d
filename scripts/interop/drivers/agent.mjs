/** What an MCP client without a registered id brings along: where it stores what it learns. Everything else is its own. */
import { authorize, expect } from './person.mjs'

export const address = new URL(`${process.env.ORIGIN}/mcp`)
export const identity = { name: 'interop', version: '1.0.0' }

export function createStorage(redirectUrl = 'http://localhost:33418/callback') {
  const kept = {}
  const storage = {
    redirectUrl,
    clientMetadata: {
      client_name: 'Interop agent',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => (kept.tokens = tokens),
    codeVerifier: () => kept.verifier,
    saveCodeVerifier: (verifier) => (kept.verifier = verifier),
    redirectToAuthorization: (address) => (kept.sentTo = address),
  }
  return {
    storage,
    kept,
    /** The person answers the request that the client sent them to. */
    consent: async () => (await authorize(kept.sentTo)).searchParams,
  }
}

/** Registers and signs in with an official client of either version, which is refused before; answers with what it stores. */
export async function signIn(
  { Client, StreamableHTTPClientTransport, UnauthorizedError },
  readConsent = (given) => given,
) {
  const { storage, kept, consent } = createStorage()
  const transport = new StreamableHTTPClientTransport(address, { authProvider: storage })
  await new Client(identity).connect(transport).then(
    () => Promise.reject(new Error('A stranger was let in.')),
    (error) => expect(error instanceof UnauthorizedError, error),
  )
  await transport.finishAuth(readConsent(await consent()))
  expect(kept.tokens.refresh_token, 'No refresh token: the person would have to sign in again after ten minutes.')
  return { storage, kept }
}
