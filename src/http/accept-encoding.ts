/** In the order of our preference: the first costs the least time for what it saves. */
const offered = ['zstd', 'br', 'gzip'] as const
export type Encoding = (typeof offered)[number]

/** Clients send the same few headers again and again. */
const known = new Map<string, readonly Encoding[]>()
const knownMax = 200

/** The encodings that a client accepts, the best one first: by its own weights (RFC 9110, 12.5.3), then by our preference. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return []
  const before = known.get(header)
  if (before) return before
  const accepted = read(header)
  if (known.size < knownMax) known.set(header, accepted)
  return accepted
}

function read(header: string): readonly Encoding[] {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight))
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  // A stable sort keeps our order among equals. Encodings that weigh less than the plain reply are left out.
  return offered
    .filter((name) => weightOf(name) > 0 && weightOf(name) >= (weights.get('identity') ?? 0))
    .sort((a, b) => weightOf(b) - weightOf(a))
}
