import { beforeAll, expect, test } from 'vitest'
import { seed } from '../../../test/support/seed.ts'
import { revenueTiers, trafficTiers } from '../../base/tiers.ts'
import { buildSegment } from '../indexing/build-segment.ts'
import { feedOf, type StoreRow, type StoreWithContacts } from '../indexing/row-feed.ts'
import { nextSegments } from '../segments/segment-set.ts'
import { type TestIndex, withSuppressions } from '../serve/index-fixture.ts'
import { readStore } from '../serve/read-hit.ts'
import { randomCatalogue } from './oracle-fixture.ts'

const stores = 600
const limit = 25
const rows: StoreWithContacts[] = randomCatalogue(seed + 77, stores)
let index: TestIndex
let order: Map<string, number>

beforeAll(async () => {
  const [first, later] = [rows.slice(0, 500), rows.slice(500)]
  const list = [
    { number: 1, segment: await buildSegment(feedOf([first])) },
    { number: 2, segment: await buildSegment(feedOf([later])) },
  ]
  index = withSuppressions(nextSegments([], list))
  order = new Map(index.searchStores({ query: {}, limit: stores }).ids.map((id, at) => [id, at]))
})

const unique = (values: readonly string[]): string[] => [...new Set(values.map((value) => value.toLowerCase()))]
const technologiesOf = ({ apps, pixels }: StoreRow): string[] => [
  ...unique(apps).map((app) => `app ${app}`),
  ...unique(pixels).map((pixel) => `pixel ${pixel}`),
]
const placeIn = (tiers: readonly { value: string }[], tier: string | null): number =>
  tiers.findIndex(({ value }) => value === tier)

/** Every store is compared with every other, as the rule has it. */
function oracle(store: StoreRow): { domain: string; points: number }[] {
  const carriers = new Map<string, number>()
  for (const { store: other } of rows) {
    for (const technology of technologiesOf(other)) carriers.set(technology, (carriers.get(technology) ?? 0) + 1)
  }
  const weightOf = (technology: string) => Math.log10(1 + stores / carriers.get(technology)!)
  const tierPoints = (tiers: readonly { value: string }[], one: string | null, other: string | null): number => {
    const [left, right] = [placeIn(tiers, one), placeIn(tiers, other)]
    if (left === -1 || right === -1) return 0
    return left === right ? 1.5 : Math.abs(left - right) === 1 ? 0.75 : 0
  }
  const same = (one: string | null, other: string | null) =>
    one !== null && other !== null && one.toLowerCase() === other.toLowerCase()
  const points = (other: StoreRow): number => {
    const theirs = new Set(technologiesOf(other))
    return (
      technologiesOf(store).reduce((sum, technology) => sum + (theirs.has(technology) ? weightOf(technology) : 0), 0) +
      (same(store.category, other.category) ? 3 : 0) +
      (same(store.country, other.country) ? 1.5 : 0) +
      tierPoints(trafficTiers, store.trafficTier, other.trafficTier) +
      tierPoints(revenueTiers, store.revenueTier, other.revenueTier)
    )
  }
  return rows
    .filter(({ store: other }) => other.id !== store.id)
    .map(({ store: other }) => ({ domain: other.domain, id: other.id, points: points(other) }))
    .filter((other) => other.points > 0)
    .sort((left, right) =>
      Math.abs(right.points - left.points) > 1e-9
        ? right.points - left.points
        : order.get(left.id)! - order.get(right.id)!,
    )
    .slice(0, limit)
}

test('SIMILAR-1: the list equals a comparison with every store, in any number of segments', () => {
  for (const { store } of rows.slice(0, 150)) {
    const found = index.similarStores(store.domain, limit)!.map((hit) => readStore(hit).domain)
    expect([store.domain, found]).toEqual([store.domain, oracle(store).map(({ domain }) => domain)])
  }
})
