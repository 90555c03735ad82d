import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ConfigError } from '../../base/config.ts'
import { createLivePlans } from './live-plans.ts'
import { plans, readPlans } from './plans.ts'

it('without a file of the operator the plans are the defaults', () => {
  expect(createLivePlans(null).plans).toEqual(plans)
})

it('PLAN-1: a known plan takes what the operator says of it and keeps the rest; a new one is added', () => {
  const scale = {
    name: 'Scale',
    price_label: '$999 a month',
    credits_per_month: 20_000,
    trial: null,
    requests_per_minute: 1_000,
    requests_per_day: 200_000,
    search_rows_per_month: 1_000_000,
  }
  const changed = { credits_per_month: 2_000, trial: { credits: 100, days: 7 } }
  const read = readPlans(JSON.stringify({ pro: changed, scale }), 'plans.json')
  expect(read.get('pro')).toEqual({ ...plans.get('pro'), creditsPerMonth: 2_000, trial: { credits: 100, days: 7 } })
  expect(read.get('scale')).toMatchObject({ id: 'scale', creditsPerMonth: 20_000, trial: null })
  expect(read.get('business')).toBe(plans.get('business'))
})

it('the example of docs/operating.md is a file that works', async () => {
  const text = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
  const [, example] = /^## Plans$[\s\S]*?```json\n([\s\S]*?)```/m.exec(text)!
  expect([...readPlans(example!, 'plans.json').keys()]).toEqual(['pro', 'business', 'enterprise', 'scale'])
})

it('all that is wrong with the file is said at once, in plain words', () => {
  const wrong = { pro: { credits: 5, credits_per_month: -1 }, 'No Plan': {}, team: { trial: 'long' } }
  const fail = () => readPlans(JSON.stringify(wrong), 'plans.json')
  expect(fail).toThrow(ConfigError)
  expect(fail).toThrow(/pro: credits is not known/)
  expect(fail).toThrow(/pro: credits_per_month must be a whole number from 0 to 1000000000/)
  expect(fail).toThrow(/"No Plan" is not a valid plan id/)
  expect(fail).toThrow(/team: trial must be null or/)
  expect(() => readPlans('[]', 'plans.json')).toThrow(/must hold a JSON object/)
  expect(() => readPlans('{', 'plans.json')).toThrow(/must hold a JSON object/)
})
