/** What may happen to a few accounts, at random. */
import fc from 'fast-check'
import type { ContactState } from './ledger-model.ts'

export type Call = {
  account: number
  actor: number
  ids: number[]
  key: number | null
  late: boolean
  allowed: boolean
}
export type Action =
  | { do: 'reveal'; calls: Call[]; together: boolean }
  | { do: 'retry'; nth: number; reordered: boolean }
  | { do: 'grant' | 'adjust'; account: number; amount: number }
  | { do: 'leave'; account: number; credits: number }
  | { do: 'refund'; account: number; nth: number; amount: number | undefined }
  | { do: 'bounce'; account: number; reports: { contact: number; withheld: boolean }[][] }
  | { do: 'pack'; account: number; purchase: number; credits: number; hours: number }
  | { do: 'takeBack'; account: number; purchase: number | null; credits: number }
  | { do: 'look'; account: number }
  | { do: 'wait'; hours: number }
  | { do: 'turn'; contact: number; state: ContactState }
  | { do: 'exclude'; account: number; contacts: number[] }
  | { do: 'forget' }

export const accountCount = 3
const actorCount = 4
export const contactCount = 14

const account = fc.nat(accountCount - 1)
const someIds = fc.oneof(
  fc.constantFrom<number[]>([0, 1, 2], [2, 1, 0], [0, 1], [3], [3, 3, 4, 3]),
  fc.array(fc.nat(contactCount - 1), { minLength: 1, maxLength: 10 }),
)
const call: fc.Arbitrary<Call> = fc.record({
  account,
  actor: fc.nat(actorCount - 1),
  ids: someIds,
  key: fc.option(fc.nat(3), { freq: 2 }),
  late: fc.constantFrom(false, false, false, true),
  allowed: fc.constantFrom(false, false, false, true),
})
const reveals = fc.record({
  do: fc.constant('reveal' as const),
  calls: fc.array(call, { minLength: 1, maxLength: 5 }),
  together: fc.boolean(),
})
const retries = fc.record({ do: fc.constant('retry' as const), nth: fc.nat(6), reordered: fc.boolean() })
const otherActions: fc.Arbitrary<Action>[] = [
  fc.record({ do: fc.constant('grant' as const), account, amount: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ do: fc.constant('adjust' as const), account, amount: fc.integer({ min: -6, max: 4 }) }),
  fc.record({ do: fc.constant('leave' as const), account, credits: fc.nat(6) }),
  fc.record({
    do: fc.constant('refund' as const),
    account,
    nth: fc.nat(8),
    amount: fc.option(fc.nat(4), { nil: undefined }),
  }),
  fc.record({
    do: fc.constant('bounce' as const),
    account,
    reports: fc.array(
      fc.array(fc.record({ contact: fc.nat(contactCount - 1), withheld: fc.constantFrom(false, false, true) }), {
        minLength: 1,
        maxLength: 5,
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  fc.record({
    do: fc.constant('pack' as const),
    account,
    purchase: fc.nat(5),
    credits: fc.integer({ min: 1, max: 8 }),
    hours: fc.integer({ min: 1, max: 24 * 90 }),
  }),
  fc.record({
    do: fc.constant('takeBack' as const),
    account,
    purchase: fc.oneof(fc.nat(5), fc.constant(null)),
    credits: fc.integer({ min: 1, max: 12 }),
  }),
  fc.record({ do: fc.constant('look' as const), account }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 24 * 50 }) }),
  fc.record({
    do: fc.constant('turn' as const),
    contact: fc.nat(4),
    state: fc.constantFrom<ContactState>('sold', 'kept', 'hidden', 'hidden'),
  }),
  fc.record({ do: fc.constant('exclude' as const), account, contacts: fc.array(fc.nat(5), { maxLength: 4 }) }),
  fc.record({ do: fc.constant('forget' as const) }),
]

export const stories: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: reveals },
    { weight: 6, arbitrary: retries },
    ...otherActions.map((arbitrary) => ({ weight: 2, arbitrary })),
  ),
  { minLength: 1, maxLength: 30, size: 'max' },
)
