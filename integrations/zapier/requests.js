/** Runs before every request: the address of the reader's own server, and the key. */
function addCredential(request, _z, bundle) {
  const origin = bundle.authData.url.replace(/\/+$/, '')
  const url = request.url.startsWith('/') ? `${origin}/api/v1${request.url}` : request.url
  const headers = { ...request.headers, Accept: 'application/json', Authorization: `Bearer ${bundle.authData.api_key}` }
  return { ...request, url, headers, skipThrowForStatus: true }
}

/** Runs after every request: errors as Zapier shows them. Requests that expect an error say which. */
function readAnswer(response, z) {
  const { status } = response
  if (status < 300) return response
  const { error = {} } = response.data ?? {}
  if (error.code !== undefined && error.code === response.request?.custom?.mayFailWith) return response
  const message = error.message ?? `Prospector answered with the status ${status}.`
  if (status === 401) throw new z.errors.ExpiredAuthError(message)
  if (status === 429) throw new z.errors.ThrottledError(message, Number(response.getHeader('retry-after')) || 60)
  throw new z.errors.Error([message, error.billing?.url].filter(Boolean).join(' '), error.code, status)
}

module.exports = { addCredential, readAnswer }
