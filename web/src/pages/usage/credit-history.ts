import { queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { type Door, doors } from '../../shared/doors.ts'
import { dayMs } from '../../shared/format.ts'

export type Spend = Reply<'getCreditHistory'>['data'][number]

export const spendingDoors = (Object.keys(doors) as Door[]).flatMap((door) => {
  const { series } = doors[door]
  return series ? [{ door, ...series }] : []
})

export const historyKey = ['getCreditHistory']

export const historyQuery = (days: number) =>
  queryOptions({
    queryKey: [...historyKey, days],
    queryFn: ({ signal }) => call('getCreditHistory', { signal, query: { days } }),
    staleTime: 0,
  })

export type Day = { date: string; spends: Spend[]; byDoor: Map<Door, number>; total: number }

/** Every day up to today has its place, also those on which nothing was spent. Days are UTC, as the ledger's are. */
export function daysOf(spends: readonly Spend[], count: number, now = Date.now()): Day[] {
  const byDate = Map.groupBy(spends, ({ date }) => date)
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(now - (count - 1 - index) * dayMs).toISOString().slice(0, 10)
    const ofDay = byDate.get(date) ?? []
    return { date, spends: ofDay, byDoor: sumBy(ofDay, ({ door }) => door), total: sumOf(ofDay) }
  })
}

export const sumOf = (spends: readonly Spend[]): number => spends.reduce((sum, { spent }) => sum + spent, 0)

export function sumBy<Key>(spends: readonly Spend[], keyOf: (spend: Spend) => Key): Map<Key, number> {
  const sums = new Map<Key, number>()
  for (const spend of spends) sums.set(keyOf(spend), (sums.get(keyOf(spend)) ?? 0) + spend.spent)
  return sums
}

const kinds: Record<string, string> = { member: 'Member', api_key: 'API key', connection: 'Connection' }

export type Spender = { id: string; name: string; kind: string; doors: Door[]; spent: number }

/** Who spent how much, the most first. */
export function spendersOf(spends: readonly Spend[]): Spender[] {
  const byActor = Map.groupBy(spends, ({ actor }) => `${actor.type} ${actor.id}`)
  return [...byActor]
    .map(([id, ofActor]) => {
      const { type, name } = ofActor[0]!.actor
      return {
        id,
        name: name ?? 'Unknown',
        kind: kinds[type ?? ''] ?? 'Other',
        doors: [...new Set(ofActor.map(({ door }) => door))],
        spent: sumOf(ofActor),
      }
    })
    .sort((one, other) => other.spent - one.spent)
}

/** The next round number, so that the top line of a chart can be read. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  const step = [1, 2, 4, 5, 8, 10].find((factor) => factor * power >= value) ?? 10
  return Math.max(4, step * power)
}
