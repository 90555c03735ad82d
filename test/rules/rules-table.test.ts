import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readRules } from '../../scripts/rules-index.ts'
import { rulesWithoutTest } from '../../scripts/rules-without-test.ts'
import { readTestNames } from '../../scripts/test-names.ts'

const root = new URL('../../', import.meta.url).pathname
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs|sql|md|css|yml|yaml)$/.test(path))

const numbers = readRules(readFileSync(`${root}docs/behaviour.md`, 'utf8')).map(({ number }) => number)
const prefixes = [...new Set(numbers.map((number) => number.split('-')[0]!))]
const countOf = (number: string): number => Number(number.split('-')[1])
const tests = await readTestNames()

it('every rule of docs/behaviour.md has a number of its own, counting up within its section', () => {
  const ordered = prefixes.flatMap((prefix) =>
    numbers.filter((number) => number.startsWith(`${prefix}-`)).sort((a, b) => countOf(a) - countOf(b)),
  )
  expect(numbers).toEqual(ordered)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers.length).toBeGreaterThan(200)
})

it('every rule has a test that cites it or a stated reason, and not both', () => {
  const cited = new Set(tests.flatMap((test) => test.numbers))
  expect(numbers.filter((number) => cited.has(number) === number in rulesWithoutTest)).toEqual([])
  expect(Object.keys(rulesWithoutTest).filter((number) => !numbers.includes(number))).toEqual([])
})

it('every number that a test begins with is a rule', () => {
  const unknown = tests.flatMap(({ file, name, numbers: cited }) =>
    cited.filter((number) => number.includes('-') && !numbers.includes(number)).map(() => `${file}: ${name}`),
  )
  expect(unknown).toEqual([])
})

it('every number that a comment or a page cites is a rule', () => {
  const citation = new RegExp(`\\b(?:${prefixes.join('|')})-\\d+\\b`, 'g')
  const unknown = tracked.flatMap((path) =>
    [...readFileSync(root + path, 'utf8').matchAll(citation)]
      .filter(([number]) => !numbers.includes(number))
      .map(([number]) => `${path}: ${number}`),
  )
  expect(unknown).toEqual([])
})

it('every test that cites a rule asserts something by itself', () => {
  const silent = tests
    .filter(({ numbers: cited, asserts }) => cited.some((number) => number.includes('-')) && !asserts)
    .map(({ file, name }) => `${file}: ${name}`)
  expect(silent).toEqual([])
})
