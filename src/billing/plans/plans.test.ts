import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ConfigError } from '../../base/config.ts'
import { createLivePlans } from './live-plans.ts'
import { plans } from './plans.ts'
import { previewPlans } from './preview-plans.ts'
import { readSold } from './read-sold.ts'

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
  const { plans: read } = readSold(JSON.stringify({ pro: changed, scale }), 'plans.json')
  expect(read.get('pro')).toEqual({ ...plans.get('pro'), creditsPerMonth: 2_000, trial: { credits: 100, days: 7 } })
  expect(read.get('scale')).toMatchObject({ id: 'scale', creditsPerMonth: 20_000, trial: null })
  expect(read.get('business')).toBe(plans.get('business'))
})

it('the example of docs/operating.md is a file that works', async () => {
  const text = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
  const [, example] = /^## Plans$[\s\S]*?```json\n([\s\S]*?)```/m.exec(text)!
  expect([...readSold(example!, 'plans.json').plans.keys()]).toEqual(['pro', 'business', 'enterprise', 'scale'])
})

it('OPERATOR-22: the preview names each field that changes, and shows money as money', () => {
  const now = readSold('{}', null)
  const then = readSold(
    JSON.stringify({
      pro: {
        name: 'Professional',
        price_label: '$120 a month',
        prices: { month: { amount: 12_050, currency: 'usd', stripe_price: 'price_1' } },
        credits_per_month: 1_001,
        requests_per_minute: 61,
        requests_per_day: 5_001,
        search_rows_per_month: 25_001,
        web_search_rows_per_month: 250_001,
        watches: 26,
        trial: null,
      },
      credit_packs: { small: { credits: 500, price: { amount: 6_900, currency: 'usd' }, valid_months: 12 } },
    }),
    null,
  )
  const changes = previewPlans(now, then, new Map())
  expect(
    changes.filter(({ plan }) => plan === 'pro').map(({ field, before, after }) => [field, before, after]),
  ).toEqual([
    ['name', 'Pro', 'Professional'],
    ['price label', '$99 a month', '$120 a month'],
    ['prices', '$99 a month, $990 a year', '$120.50 a month (price_1)'],
    ['credits a month', '1,000', '1,001'],
    ['requests a minute', '60', '61'],
    ['requests a day', '5,000', '5,001'],
    ['search rows a month', '25,000', '25,001'],
    ['search rows a month in the web application', '250,000', '250,001'],
    ['watches', '25', '26'],
    ['trial', '250 credits for 14 days', 'none'],
  ])
  expect(changes.find(({ plan }) => plan === 'credit pack small')).toMatchObject({
    before: '“500 credits”, 500 credits for $59, 12 months',
    after: '“500 credits”, 500 credits for $69, 12 months',
  })
})

it('all that is wrong with the file is said at once, in plain words, of plans and of packs', () => {
  const wrong = {
    pro: { credits: 5, credits_per_month: -1 },
    'No Plan': {},
    team: {
      name: 'Team',
      price_label: '$1',
      requests_per_minute: 1,
      requests_per_day: 1,
      search_rows_per_month: 1,
      trial: 'long',
    },
    credit_packs: { tiny: { credits: 0, price: { amount: 100 } } },
  }
  const amounts = 'must be a whole number from'
  expect(() => readSold(JSON.stringify(wrong), '/data/plans.json')).toThrow(
    new ConfigError(
      [
        'Plan "pro": a plan has no "credits". It has name, price_label, prices, credits_per_month, requests_per_minute, requests_per_day, search_rows_per_month, web_search_rows_per_month, watches, trial.',
        `Plan "pro": credits_per_month ${amounts} 0 to 1,000,000,000.`,
        '"No Plan" can\'t be the id of a plan: use lower-case letters, digits, - and _.',
        `Plan "team": credits_per_month ${amounts} 0 to 1,000,000,000.`,
        'Plan "team": trial must be null or {"credits": …, "days": …}.',
        `Pack "tiny": credits ${amounts} 1 to 1,000,000,000.`,
      ],
      "The plans in /data/plans.json can't be used",
    ),
  )
})

it('what is no plans file says what one looks like, and where its JSON breaks off', () => {
  const object = 'They must be a JSON object that says what is different about each plan, such as { "pro": '
  for (const text of ['[]', 'null', '7']) expect(() => readSold(text, null)).toThrow(object)
  expect(() => readSold('{"pro": ', null)).toThrow(
    /^These plans can't be used:\n {2}- They are not JSON: .*JSON input\.$/,
  )
  expect(() => readSold('{"pro": {,}}', null)).toThrow(/They are not JSON: .* in JSON at position 9.*\.$/)
  for (const text of ['{"pro": 5}', '{"credit_packs": []}'])
    expect(() => readSold(text, null)).toThrow(/must be an object/)
})
