/** What an MCP client without a registered id brings along: where it stores what it learns. Everything else is its own. */
import { authorize } from './person.mjs'

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
