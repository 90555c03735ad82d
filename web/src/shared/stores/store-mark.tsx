/** Quiet enough to stand in every row; five of them, so that neighbours differ. */
const tones = ['bg-mark-1', 'bg-mark-2', 'bg-mark-3', 'bg-mark-4', 'bg-mark-5']

const toneOf = (text: string): string => {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) % 9_973
  return tones[sum % tones.length]!
}

const lettersOf = (name: string): string => {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return ((words[0]?.[0] ?? '?') + (words[1]?.[0] ?? words[0]?.[1] ?? '')).toUpperCase()
}

/** A store's monogram, made from its name: nothing is asked of another origin. */
export const StoreMark = ({ name, domain, size = 24 }: { name: string; domain: string; size?: number }) => (
  <span
    aria-hidden="true"
    className={`inline-flex shrink-0 items-center justify-center rounded-control font-semibold text-ink-soft select-none ${toneOf(domain)}`}
    style={{ width: size, height: size, fontSize: Math.round(size * 0.4) }}
  >
    {lettersOf(name)}
  </span>
)

/** The two letters of a country, and its name for whoever needs it. */
export const CountryCode = ({ code, name }: { code: string; name: string }) => (
  <span title={name} className="inline-flex items-center">
    <span aria-hidden="true" className="w-6 rounded-small border text-center text-tiny font-medium text-ink-faint">
      {code.toUpperCase()}
    </span>
    <span className="sr-only">{name}</span>
  </span>
)
