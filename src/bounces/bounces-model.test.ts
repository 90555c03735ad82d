/** Reveals, reports, time and crashes in any order, next to a model that is a page long. The ledger is verified at the end. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cases } from '../../test/support/seed.ts'
import { begun, day, openBounces } from './bounces-fixture.ts'
import type { Verdict } from './report-bounces.ts'

let stage: Awaited<ReturnType<typeof openBounces>>
let now = begun.getTime()
beforeAll(async () => {
  stage = await openBounces()
})
afterAll(() => stage.stop())

/** The last one has two addresses. */
const people = 4
const account = fc.nat(1)
const person = fc.nat(people - 1)
const item = fc.record({
  person,
  by: fc.constantFrom('email' as const, 'id' as const, 'second' as const),
  code: fc.constantFrom(undefined, '550 5.1.1 User unknown', '452 4.2.2 Mailbox full'),
})
const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('reveal' as const),
        account,
        persons: fc.uniqueArray(person, { minLength: 1, maxLength: people }),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('report' as const),
        account,
        items: fc.array(item, { minLength: 1, maxLength: 4 }),
        dies: fc.constantFrom(null, null, 'before' as const, 'after' as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 20 }) }) },
  ),
  { minLength: 10, maxLength: 16 },
)
type Item = typeof item extends fc.Arbitrary<infer One> ? One : never

/** What an account knows: when it revealed whom, which addresses it reported, and for whom it got its credit back. */
type Model = { revealedAt: Map<number, number>; reported: Set<string>; returned: Set<number> }

const addressOf = ({ person: at, by }: Pick<Item, 'person' | 'by'>): string =>
  `${by === 'second' && at === people - 1 ? 'second' : 'first'} ${at}`

/** Only the last person has a second address: anybody else's does not exist. */
const isKnown = ({ person: at, by }: Item): boolean => by !== 'second' || at === people - 1

function judge(model: Model, items: readonly Item[]): Verdict[] {
  const seen = new Set(model.reported)
  return items.map((one): Verdict => {
    const { person: at, code } = one
    const revealedAt = model.revealedAt.get(at)
    if (revealedAt === undefined || !isKnown(one)) return 'not_revealed'
    if (code?.startsWith('4')) return 'soft'
    seen.add(addressOf(one))
    const verdict = ((): Verdict => {
      if (model.returned.has(at)) return 'already_returned'
      if (revealedAt < now - 30 * day) return 'too_old'
      const others = at === people - 1 ? [`first ${at}`, `second ${at}`] : [`first ${at}`]
      if (others.some((address) => !seen.has(address))) return 'other_email_delivered'
      model.returned.add(at)
      return 'returned'
    })()
    model.reported.add(addressOf(one))
    return verdict
  })
}

it('BOUNCE-1, BOUNCE-2, BOUNCE-3, BC1, BC3: whatever is revealed and reported, and whoever dies, verdicts and refunds are those of the model', async () => {
  // Accounts are new in each story; what they report changes nothing for others, because they have no card.
  const planted = await stage.plant(people, (at, domain) =>
    at === people - 1 ? { emails: ['p3', 'second'].map((name) => addressIn(name, domain)) } : {},
  )
  const story = fc.asyncProperty(steps, async (told) => {
    const keys = [(await stage.account()).apiKey, (await stage.account()).apiKey]
    const models: Model[] = keys.map(() => ({ revealedAt: new Map(), reported: new Set(), returned: new Set() }))
    for (const step of told) {
      if (step.do === 'wait') {
        now += step.days * day
        stage.test.setTime(new Date(now))
      } else if (step.do === 'reveal') {
        // One request pays for several: the credits of one spend come back one by one.
        await stage.revealAll(
          keys[step.account]!,
          step.persons.map((at) => planted.ids[at]!),
        )
        const { revealedAt } = models[step.account]!
        for (const at of step.persons) if (!revealedAt.has(at)) revealedAt.set(at, now)
      } else {
        const bounces = step.items.map(({ person: at, by, code }) => ({
          ...(by === 'id' ? { contact_id: planted.ids[at] } : { email: emailOf(planted, at, by) }),
          ...(code && { code }),
        }))
        const answer = await dying(step.dies, () => stage.report(keys[step.account]!, bounces))
        expect(answer.status).toBe(step.dies ? 500 : 200)
        if (step.dies === 'before') continue
        const expected = judge(models[step.account]!, step.items)
        if (!step.dies) expect(answer.body.data.map(({ verdict }: { verdict: string }) => verdict)).toEqual(expected)
      }
    }
    for (const [at, key] of keys.entries()) {
      const refunds = await stage.test.call('GET', '/api/v1/credits/entries?kind=refund&limit=1', { key })
      expect(refunds.body.total).toBe(models[at]!.returned.size)
    }
  })
  await fc.assert(story, { numRuns: cases(5) })
})

const addressIn = (name: string, domain: string) => ({
  email: `${name}@${domain}`,
  status: 'verified',
  type: 'work',
  is_primary: name !== 'second',
})

const emailOf = ({ emails, domain }: { emails: string[]; domain: string }, at: number, by: Item['by']): string =>
  by === 'second' ? (at === people - 1 ? `second@${domain}` : `nobody${at}@${domain}`) : emails[at]!

/** The node dies before its transaction commits, or after it and before it could answer. */
async function dying<Answer>(when: 'before' | 'after' | null, work: () => Promise<Answer>): Promise<Answer> {
  const { database } = stage.test.app
  const real = database.transaction
  if (when === null) return work()
  database.transaction = (run) =>
    real(async (tx) => {
      const done = await run(tx)
      if (when === 'before') throw new Error('The node died.')
      return done
    }).then(() => {
      throw new Error('The node died.')
    })
  try {
    return await work()
  } finally {
    database.transaction = real
  }
}
