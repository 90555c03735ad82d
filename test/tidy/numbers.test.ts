/** A number stands in one place. Texts that people read state it from there, so that changing the constant changes them all. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isTest, readSources } from '../../scripts/source-files.ts'
import { filesWithNumbers, withNumbers, withoutNumbers } from '../../scripts/stated-numbers.ts'
import { callDefaults } from '../../sdk/call.ts'
import { count } from '../../src/base/words.ts'
import { contactsPerRevealMax } from '../../src/contacts/reveal-contacts.ts'
import { contactsPerJobMax } from '../../src/jobs/job-request.ts'

const root = new URL('../../', import.meta.url).pathname
const places = /^(web\/src|src|cli|integrations)\//

/** Files whose texts have a number of their own, and why. */
const ownNumbers: Record<string, string> = {
  'web/src/shared/first-run/first-run-start.tsx': 'how long a person takes',
  'web/src/shared/search/change-params.ts': 'a day in hours',
  'web/src/pages/settings/exclusion-dialog.tsx': 'choices that only this dialog offers',
  'web/src/pages/revealed/use-revealed.ts': 'choices that only this page offers',
  'src/billing/settle/transitions.ts': 'a rule of Stripe',
  'src/billing/stripe-simulator/api.ts': 'a rule of Stripe',
  'src/catalog/import/line-format.ts': 'a rule of ISO 3166',
  'src/contacts/quote-reveal.ts': 'what the example itself asks for',
  'src/http/docs/python-programs.ts': 'what the example itself asks for',
  'src/search/request-schema.ts': 'a day in hours',
  'src/stores/export-stores.ts': 'what the example itself asks for',
  'src/test-mode/advance-test-clock.ts': 'what the example itself asks for',
  'src/test-mode/ways-to-errors.ts': 'a measured figure',
  'src/test-mode/ways-to-outcomes.ts': 'what the example itself asks for',
  'src/operator/runbook.ts': 'thresholds of its alerts, and figures that were measured',
  'src/operator/serve-today.ts': 'the periods that this page shows, by the names of its fields',
  'src/privacy/languages/en.ts': 'how long a mail may take',
  'cli/arguments.ts': 'the form of an id, as its pattern says it',
  'cli/commands/demo/load.ts': 'a measured figure',
  'cli/commands/upgrade.ts': 'a measured figure',
}

const number =
  '(?:\\d(?:[\\d,.]*\\d)?|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en|[Tt]wenty|[Tt]hirty|hundred|thousand)'
const noun =
  '(?:days|hours|minutes|seconds|weeks|months|years|contacts|accounts|stores|people|domains|times|characters|webhooks|jobs|attempts|entries|items|lists|keys|previews|requests|searches|connections|rows|letters|KiB|MiB|MB|GB)'
const stated = new RegExp(`(?<![$}*/+.-] ?)\\b${number} ${noun}\\b`)

/** Without comments, and without intervals in SQL, which are no text. */
const textOf = (source: string): string =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
    .replaceAll(/interval '[^']*'/g, '')

it('texts of the service, its web application, commands and integrations state no number by hand', () => {
  const found = readSources(root, /\.(ts|tsx|js)$/)
    .filter(
      (source) =>
        places.test(source.path) && !isTest(source) && !/\/(generated|limits|event-meanings)\.ts$/.test(source.path),
    )
    .filter(({ text }) => stated.test(textOf(text)))
    .map(({ path }) => path)
  expect(found).toEqual(Object.keys(ownNumbers).sort())
})

it('a field takes as much as what reads it, by the same constant: no length is written into a form', () => {
  // The simulator has the fields of somebody else's page.
  const isOurs = (path: string): boolean =>
    /^(web\/src|src)\//.test(path) && !path.startsWith('src/billing/stripe-simulator/')
  const found = readSources(root, /\.tsx?$/)
    .filter((source) => isOurs(source.path) && !isTest(source) && /\bmaxlength=["{]*\d/i.test(source.text))
    .map(({ path }) => path)
  expect(found).toEqual([])
})

const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8')

/** What a file says where the pattern has its group. */
function stateOf(path: string, pattern: RegExp): string {
  const found = pattern.exec(read(path))
  if (!found) throw new Error(`${path} has no ${pattern}.`)
  return found[1]!
}

/** Numbers in the running text of a readme, in its order. Blocks of code are run by their tests. */
const numbersIn = (path: string): string[] =>
  read(path)
    .replaceAll(/```[\s\S]*?```/g, '')
    .match(
      /(?<![\w.-])(?:\d[\d,]*\d|\d|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|hundred|thousand)(?:\.\d+)?(?![\w-])/gi,
    )!

const perReveal = count(contactsPerRevealMax)
const perJob = count(contactsPerJobMax)
/** "Do a thousand at once" is no limit. */
const many = 'thousand'
const statuses = (path: string, pattern: RegExp): string[] => stateOf(path, pattern).split(', ')

describe('the readmes of the packages state the numbers of the code', () => {
  it('TypeScript', () => {
    const [retries, wait, timeout] = Object.values(callDefaults).map(String)
    expect(numbersIn('sdk/README.md')).toEqual([
      JSON.parse(read('sdk/package.json')).engines.node.replace('>=', ''),
      ...[perReveal, perReveal, perReveal, perJob, many],
      ...[retries, timeout, wait],
      ...statuses('sdk/transport.ts', /passing: ReadonlySet<number> = new Set\(\[([\d, ]+)\]\)/),
      stateOf('sdk/transport.ts', /answer\.status === (\d+)\)/),
    ])
    const described = [...read('sdk/call.ts').matchAll(/Default (\d+)/g)].map(([, number]) => number)
    expect(described).toEqual([retries, wait, timeout])
    expect(stateOf('sdk/prospector.ts', /any number of contacts, (\w+) a request/)).toBe(perReveal)
  })

  it('Python', () => {
    const options = 'sdk-python/src/prospector_client/_options.py'
    const ofClient = (name: string) => stateOf(options, new RegExp(`DEFAULT_${name}: Final = (\\d+)`))
    const [retries, wait, timeout] = ['RETRIES', 'WAIT_SECONDS_MAX', 'TIMEOUT_SECONDS'].map(ofClient)
    const transport = 'sdk-python/src/prospector_client/_transport.py'
    expect(numbersIn('sdk-python/README.md')).toEqual([
      stateOf('sdk-python/pyproject.toml', /requires-python = ">=([\d.]+)"/),
      ...[perReveal, perReveal, perReveal, perJob, many],
      ...[retries, timeout, wait],
      ...statuses(transport, /_PASSING = \{([\d, ]+)\}/),
      stateOf(transport, /response\.status_code == (\d+)\)/),
    ])
    const described = [...read(options).matchAll(/Default (\d+)/g)].map(([, number]) => number)
    expect(described).toEqual([retries, wait, timeout])
    for (const client of ['_client', '_async_client']) {
      const path = `sdk-python/src/prospector_client/${client}.py`
      expect(stateOf(path, /any number of contacts, (\w+) a request/)).toBe(perReveal)
    }
  })

  it('n8n', () => {
    const found = { 5: 'five' }[Number(stateOf('integrations/n8n/README.md', /"limit": (\d+)/))]
    expect(numbersIn('integrations/n8n/README.md')).toEqual([perReveal, found, found])
  })
})

it.each(filesWithNumbers)('%s states the numbers of the code', (file) => {
  const text = read(file)
  expect(withNumbers(file, text)).toBe(text)
})

/** Documents, with the numbers in them that are not the code's: promises that tests keep, examples, and what others decide. */
const documents: Record<string, string[]> = {
  'ARCHITECTURE.md': [],
  'README.md': [],
  'docs/backups.md': ['1 GB', '50 GB'],
  'docs/behaviour.md': [
    ...[
      '16 letters',
      '16 letters',
      '16 letters',
      'two lists',
      'a tenth of',
      'hundred jobs',
      '1,900 contacts',
      '5 seconds',
      '24 hours',
    ],
    ...['90 days', '46 minutes', '8 kB', '5 seconds', 'two requests', '3 seconds'],
    ...['two years', '10 seconds'],
  ],
  'docs/debugging.md': [],
  'docs/import.md': ['3 seconds'],
  'docs/map/follow-a-behaviour.md': ['7 days', '24 hours', '410 at once'],
  'docs/map/to-change.md': [],
  'docs/operating.md': ['16 connections', '10 seconds', 'a quarter of', '5 seconds'],
  'docs/privacy.md': [],
  'docs/scaling.md': ['1,000 searches', '16 at once', 'a quarter of'],
  'docs/session-api.md': [],
  'docs/stripe.md': ['20 minutes'],
  'src/browse/README.md': ['two searches'],
  'src/credits/README.md': ['5 credits', 'three contacts'],
  'src/search/README.md': ['two requests'],
  'src/test-mode/README.md': [],
}
/** `npm run generate` makes their tables, or a test holds them against the code. */
const checkedTables = new Set(['docs/import.md', 'docs/operating.md', 'docs/privacy.md', 'docs/session-api.md'])
const wideNoun = '(?:credits|codes|exports|events|%|ms|s|kB|at once|at a time|a minute|an hour|a day|a month)'
const share = '[Aa] (?:third|quarter|fifth|tenth) of'
const statedInDocument = new RegExp(`(?<![$}*/+.-] ?)\\b(?:${number} (?:${noun}|${wideNoun})|${share})(?!\\w)`, 'g')
const readmes = globSync('{src,web}/**/README.md', { cwd: root, exclude: (name) => name === 'node_modules' })
const mechanisms = globSync('docs/mechanisms/*.md', { cwd: root })

it.each([...new Set([...Object.keys(documents), ...mechanisms, ...readmes])].sort())(
  '%s states no number of the code by hand',
  (file) => {
    const text = withoutNumbers(file, read(file)).replaceAll(/```[\s\S]*?```/g, '')
    const prose = checkedTables.has(file) ? text.replaceAll(/^\|.*$/gm, '') : text
    expect(prose.match(statedInDocument) ?? []).toEqual(documents[file] ?? [])
  },
)

it('a sentence whose number changed is written again, and one that is gone is missed', () => {
  const file = 'docs/privacy.md'
  const text = read(file)
  const stale = text.replace(/due 30 days/, 'due 1,000 days')
  expect(stale).not.toBe(text)
  expect(withNumbers(file, stale)).toBe(text)
  expect(() => withNumbers(file, text.replace('Requests are due', 'They are due'))).toThrow(
    'must say "Requests are due',
  )
})
