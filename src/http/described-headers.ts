/** The headers of replies as the description names them, beyond those of HTTP itself. */
type Json = Record<string, unknown>

/** On every reply to a caller who is known. */
export const metered = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit', 'Cache-Control']

/** Beyond those of HTTP itself. Limits are known once the caller is, so a 401 has none. */
export const headersOfStatus: Record<number, string[]> = {
  401: ['X-Request-Id', 'Cache-Control', 'WWW-Authenticate'],
  403: [...metered, 'WWW-Authenticate'],
  429: [...metered, 'Retry-After'],
  502: [...metered, 'Retry-After'],
  503: [...metered, 'Retry-After'],
}

export const referHeaders = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export const describedHeaders = {
  'X-Request-Id': { schema: { type: 'string' }, description: 'Names this request, for support and debugging.' },
  'RateLimit-Policy': {
    schema: { type: 'string' },
    description: 'The windows that this request is counted in, with their sizes.',
    example: '"requests_per_minute";q=60;w=60, "requests_per_day";q=5000;w=86400',
  },
  RateLimit: {
    schema: { type: 'string' },
    description: 'What is left in each window, and in how many seconds it ends.',
    example: '"requests_per_minute";r=59;t=41, "requests_per_day";r=4999;t=30211',
  },
  'Cache-Control': { schema: { type: 'string' }, description: '`no-store` on everything that holds account data.' },
  'Retry-After': { schema: { type: 'integer', minimum: 1 }, description: 'Seconds after which a retry can succeed.' },
  'WWW-Authenticate': {
    schema: { type: 'string' },
    description: 'Where to get a token (RFC 9728), and what is wrong with the one that was sent (RFC 6750).',
  },
  'Content-Disposition': {
    schema: { type: 'string' },
    description: 'The name to save the spreadsheet under. Only with `text/csv`.',
  },
  ETag: { schema: { type: 'string' }, description: 'Send it back in If-None-Match to learn whether anything changed.' },
  'Idempotent-Replayed': {
    schema: { type: 'string', enum: ['true'] },
    description: 'Present when this is the stored outcome of an earlier request with the same Idempotency-Key.',
  },
  'Original-Request-Id': {
    schema: { type: 'string' },
    description:
      'Only on a replay: the id of the request that was answered first. The ledger entry of its spend has it as `request_id`.',
  },
}
