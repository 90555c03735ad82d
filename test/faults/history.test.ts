import { expect, it } from 'vitest'
import { randomLetters } from '../../src/base/ids.ts'
import {
  countRecovered,
  emptyHistory,
  type History,
  judgeAnswers,
  judgeCharges,
  longestSilence,
  type Reveal,
  shortestHistory,
  silenceByFault,
} from './history.ts'
import { judgeLimits } from './judge-limits.ts'
import type { LoadAccount } from './load.ts'

const reveal = (about: Partial<Reveal>): Reveal => ({
  accountId: 'acc_1',
  apiKey: 'key',
  idempotencyKey: `unique ${randomLetters(16)}`,
  contactIds: ['a'],
  sentAt: 0,
  answeredAt: 0,
  status: 200,
  isReplay: false,
  spent: 1,
  shown: [{ id: 'a', charged: true }],
  ...about,
})
const judge = (reveals: Reveal[], about: Partial<History> = {}) =>
  judgeAnswers({ ...emptyHistory(), reveals, ...about }).map(({ rule }) => rule)

it('a good history has no violations', () => {
  const first = reveal({})
  expect(judge([first, { ...first }, reveal({ spent: 0, shown: [{ id: 'a', charged: false }] })])).toEqual([])
  expect(judge([reveal({ status: null, shown: [] }), reveal({ status: 503, shown: [] })])).toEqual([])
})

it.each<[string, string[]]>([
  ['a contact was charged twice', judge([reveal({}), reveal({})])],
  [
    'a replay differs from the first answer',
    judge([reveal({ idempotencyKey: 'k' }), reveal({ idempotencyKey: 'k', spent: 0 })]),
  ],
  ['answered 500', judge([reveal({ status: 500, shown: [] })])],
  ['a suppressed contact was shown', judge([reveal({ sentAt: 5 })], { suppressed: new Map([['a', 4]]) })],
  ['a revoked key was served', judge([reveal({ sentAt: 5 })], { revoked: new Map([['key', 4]]) })],
  ['a good key was refused', judge([reveal({ status: 401, shown: [] })])],
])('the checker finds: %s', (rule, found) => {
  expect(found).toEqual([rule])
})

it('the checker finds a contact that is owned though no answer named its price', () => {
  const lost = reveal({ idempotencyKey: 'lost', status: 503, spent: 0, shown: [] })
  const free = reveal({ idempotencyKey: 'lost', spent: 0, shown: [{ id: 'a', charged: false }] })
  const paid = reveal({ idempotencyKey: 'lost', isReplay: true })
  const find = (reveals: Reveal[], about: Partial<History> = {}) =>
    judgeCharges({ ...emptyHistory(), reveals, ...about }, 'acc_1', ['a']).map(({ rule }) => rule)
  expect(find([lost, free])).toEqual(['a contact was charged, but no answer says so'])
  expect(find([lost])).toEqual([])
  expect(find([lost, paid])).toEqual([])
  expect(find([lost, free], { suppressed: new Map([['a', 1]]) })).toEqual([])
})

it('the checker finds a minute in which more was served than the limit allows, unless a fault may have cost counts', () => {
  const account = { accountId: 'acc_1', requestsPerMinute: 2 } as LoadAccount
  const at = (sentAt: number, about: Partial<Reveal> = {}) => reveal({ sentAt, answeredAt: sentAt + 10, ...about })
  const find = (reveals: Reveal[], faults: History['faults'] = []) =>
    judgeLimits({ ...emptyHistory(), reveals, faults }, account).map(({ rule }) => rule)
  const three = [at(60_000), at(60_001), at(60_002)]
  expect(find(three)).toEqual(['3 requests were served in a minute, 2 are allowed'])
  expect(find(three, [{ name: 'the database is killed', startedAt: 59_000, endedAt: 61_000 }])).toEqual([])
  expect(find(three, [{ name: 'a node is killed', startedAt: 59_000, endedAt: 61_000 }])).toHaveLength(1)
  expect(find([at(60_000), at(60_001), at(119_995), at(60_002, { status: 429 })])).toEqual([])
  expect(find([at(60_000), at(60_001), at(60_002, { accountId: 'acc_2' })])).toEqual([])
})

it('a lost answer counts as recovered when the first answer under its key is a replay', () => {
  const reveals = [
    reveal({ idempotencyKey: 'lost', status: null, shown: [], spent: 0, answeredAt: 1 }),
    reveal({ idempotencyKey: 'lost', isReplay: true, answeredAt: 2 }),
    reveal({ idempotencyKey: 'kept', answeredAt: 1 }),
    reveal({ idempotencyKey: 'kept', isReplay: true, answeredAt: 2 }),
  ]
  expect(countRecovered({ reveals })).toBe(1)
})

it('the longest silence is between two reveals that were served', () => {
  const reveals = [10, 30, 100].map((answeredAt) => reveal({ answeredAt }))
  reveals.push(reveal({ answeredAt: 60, status: 503 }))
  expect(longestSilence({ reveals })).toBe(70)
})

it('a silence counts for the fault that it overlaps', () => {
  const reveals = [10, 30, 100, 110].map((answeredAt) => reveal({ answeredAt }))
  const faults = [
    { name: 'cut', startedAt: 12, endedAt: 20 },
    { name: 'kill', startedAt: 40, endedAt: 50 },
  ]
  expect(Object.fromEntries(silenceByFault({ ...emptyHistory(), reveals, faults }))).toEqual({ cut: 20, kill: 70 })
})

it('a violation is shown by the requests that it takes, and what else happened to their contacts', () => {
  const reveals = [
    reveal({ idempotencyKey: 'first', sentAt: 1 }),
    reveal({ idempotencyKey: 'elsewhere', accountId: 'acc_2', sentAt: 2 }),
    reveal({ idempotencyKey: 'no answer', sentAt: 3, status: null, shown: [], spent: 0 }),
    reveal({ idempotencyKey: 'second', sentAt: 4 }),
  ]
  const history = { ...emptyHistory(), reveals }
  const [violation] = judgeAnswers(history)
  const lines = shortestHistory(violation!, history)
  expect(lines.map((line) => /([* ]) "(.+)"/.exec(line)!.slice(1))).toEqual([
    ['*', 'first'],
    [' ', 'no answer'],
    ['*', 'second'],
  ])
})
