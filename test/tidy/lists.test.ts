/** A list of values stands in one place. What repeats one, in code or in prose, would stay as it is when the list grows. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isTest, readSources, type Source } from '../../scripts/source-files.ts'
import { jobKinds } from '../../src/base/job-states.ts'

const root = new URL('../../', import.meta.url).pathname
const places = /^(src|cli|web\/src)\//
const made = /\/(generated|limits|event-meanings|email-meanings|scope-meanings|work-statuses)\.ts$/

const sources = readSources(root, /\.tsx?$/).filter(
  (source) => places.test(source.path) && !isTest(source) && !made.test(source.path),
)

const quoted = /'[a-z][a-z0-9_.:-]*'/.source
const marked = /`[a-z][a-z0-9_.:-]*`/.source
/** Values in an array, a union or a sentence, three or more. */
const enumerations = [
  new RegExp(`${quoted}(?:\\s*[,|]\\s*${quoted}){2,}`, 'g'),
  new RegExp(`${marked}(?:(?:, | or | and )${marked}){2,}`, 'g'),
]

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')

const listsIn = ({ path, text }: Source) =>
  enumerations.flatMap((pattern) =>
    [...withoutComments(text).matchAll(pattern)].map(([found]) => {
      const values = [...new Set(found.match(/[a-z][a-z0-9_.:-]*/g)!.filter((word) => !/^(or|and)$/.test(word)))].sort()
      return { path, values: values.join(' ') }
    }),
  )

/** Values that meet by chance, or that stand twice for a reason. */
const meant: Record<string, string> = {
  'account actor member scopes': 'fields of a row',
  'active past_due trialing': 'a sentence with a reason for each',
  'agents clients members': 'who has a scope',
  'all any none': 'modes of a filter in the address, in its form and in what is saved',
  'billing_not_configured billing_provider_error plan_not_for_sale': 'errors of operations',
  'billing_not_configured billing_provider_error subscription_required': 'errors of operations',
  'bottom right top': 'sides of a box',
  'category country domain id name': 'columns of the feed, which the compiler compares',
  'column file line reason': 'columns of a table',
  'contacts person store work': 'blocks of a search; the compiler compares those of the web application with the API',
  'custom free paid': 'an example of what a theme may be',
  'de en es fr it': 'languages of headers in spreadsheets are no languages of the privacy centre',
  'decision_maker executive other': 'how invented people are spread',
  'draft open paid uncollectible void': 'words of Stripe',
  'generic personal work': 'how invented emails are spread',
  'last_owner owner_required resource_not_found': 'errors of operations',
  'lost open won': 'words of Stripe',
  'role seniority title': 'columns of the feed, which the compiler compares',
}

it('no list of values is written twice', () => {
  const byValues = Map.groupBy(sources.flatMap(listsIn), ({ values }) => values)
  const twice = [...byValues]
    .filter(([values, found]) => found.length > 1 && !(values in meant))
    .map(([values, found]) => `${values}: ${found.map(({ path }) => path).join(', ')}`)
  expect(twice).toEqual([])
  expect(Object.keys(meant).filter((values) => (byValues.get(values)?.length ?? 0) < 2)).toEqual([])
})

/** Kinds of jobs that an integration has no form for, and why. */
it.each([
  { of: 'n8n, its form', file: 'n8n/nodes/Prospector/job-fields.ts', pattern: /name: 'kind',[\s\S]*?\],/, without: [] },
  {
    of: 'n8n, its requests',
    file: 'n8n/nodes/Prospector/run.ts',
    pattern: /const what = \{[\s\S]*?\}\[kind\]/,
    without: [],
  },
  // Zapier takes no files.
  { of: 'Zapier, its form', file: 'zapier/creates/job.js', pattern: /choices: \{.*\}/, without: ['export'] },
  {
    of: 'Zapier, its requests',
    file: 'zapier/creates/job.js',
    pattern: /const body = \{[\s\S]*?\}\[kind\]/,
    without: ['export'],
  },
])('every kind of job is known to $of', ({ file, pattern, without }) => {
  const [part] = pattern.exec(readFileSync(`${root}integrations/${file}`, 'utf8'))!
  const known = jobKinds.filter((kind) => new RegExp(`'${kind}'|\\b${kind}: `).test(part))
  expect(known).toEqual(jobKinds.filter((kind) => !without.includes(kind)))
})

it("'key.created' is recorded in one file only, for every door", () => {
  const recording = sources.filter(
    ({ path, text }) => /^(src|cli)\//.test(path) && !path.startsWith('src/audit/') && text.includes("'key.created'"),
  )
  expect(recording.map(({ path }) => path)).toEqual(['src/keys/keys.ts'])
})
