/** The first that fits counts: most browsers also call themselves Chrome or Safari. */
const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const firstFit = (names: [RegExp, string][], agent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** A user agent as a person would say it: `Firefox on Windows`. */
export function describeAgent(agent: string | null): string {
  const browser = firstFit(browsers, agent ?? '') ?? 'Another program'
  const system = firstFit(systems, agent ?? '')
  return system ? `${browser} on ${system}` : browser
}
