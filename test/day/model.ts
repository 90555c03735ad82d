/** The day of an account: what it asks for, how often, by its size. The page docs/capacity.md is made with the same numbers. */
import type { Pick } from '../faults/load.ts'
import type { Answer } from '../support/app.ts'
import type { Server } from '../support/servers.ts'

export const sizes = ['small', 'medium', 'large'] as const
export type Size = (typeof sizes)[number]

/** Of 100 accounts. */
export const shares: Record<Size, number> = { small: 70, medium: 25, large: 5 }

/** The share of a day's work that falls into its busiest hour. A run has that hour's rate from beginning to end. */
export const busiestHour = 0.2

export type DayAccount = { accountId: string; apiKey: string; size: Size; listId: string; hasWebhook: boolean }

export type Day = {
  pick: Pick
  /** One of the nodes, each time another. */
  node(): { call: Server['call'] }
  pause(seconds: number): Promise<void>
  accounts: DayAccount[]
  contacts: string[]
  domains: string[]
  /** What was revealed, and by whom, to be asked for again. */
  revealed: Map<string, string[]>
  /** What replies said was charged, by account. */
  charged: Map<string, number>
  jobs: { apiKey: string; id: string; startedAt: number }[]
  /** Reveals that never got a final answer: whether they were charged, only a repeat under the same key says. */
  unsettled: Reveal[]
  /** Requests that were sent again: told to come back, or cut off. */
  repeated: number
  /** A number that no other request has. */
  next(): number
}

type Kind = {
  name: string
  /** Requests a day of an account of each size. */
  aDay: Record<Size, number>
  send(day: Day, account: DayAccount): Promise<Answer>
  /** What may be answered. */
  expected: readonly number[]
}

const one = <Item>(items: readonly Item[], pick: Pick): Item => items[pick(items.length)]!
const some = <Item>(items: readonly Item[], count: number, pick: Pick): Item[] => [
  ...new Set(Array.from({ length: count }, () => one(items, pick))),
]

const countries = ['US', 'DE', 'FR', 'GB', 'CA', 'NL']
const roles = ['founder', 'marketing', 'operations', 'sales', 'engineering']

/**
 * A node that is too busy says when to come back, and every client does: on another node, under the same key. So does one whose connection
 * broke, and who does not know what became of the request.
 */
async function ask(day: Day, { apiKey }: DayAccount, method: string, path: string, body?: object, headers = {}) {
  for (let times = 0; ; times += 1) {
    const sent = day.node().call(method, `/api/v1${path}`, { key: apiKey, ...(body && { body }), headers })
    const answer = await sent.catch((error: Error) => error)
    if (!(answer instanceof Error) && answer.status !== 503) return answer
    if (times === triesMax) {
      if (answer instanceof Error) throw answer
      return answer
    }
    day.repeated += 1
    await day.pause(answer instanceof Error ? 1 : Number(answer.headers['retry-after'] ?? 1))
  }
}

const triesMax = 20

const newKey = (day: Day) => ({ 'idempotency-key': `day ${day.next()}` })

type Reveal = { account: DayAccount; contactIds: string[]; headers: ReturnType<typeof newKey> }

const send = (day: Day, { account, contactIds, headers }: Reveal): Promise<Answer> =>
  ask(day, account, 'POST', '/contacts/reveal', { contact_ids: contactIds }, headers)

const isFinal = (answer: Answer | Error): answer is Answer => !(answer instanceof Error) && answer.status < 500

/** Every tenth is sent to two nodes at once under one key: a client whose connection broke does that. */
async function reveal(day: Day, account: DayAccount, contactIds: string[]): Promise<Answer> {
  const asked = { account, contactIds, headers: newKey(day) }
  const sent = day.pick(10) === 0 ? [send(day, asked), send(day, asked)] : [send(day, asked)]
  const answers = await Promise.all(sent.map((one) => one.catch((error: Error) => error)))
  const final = answers.filter(isFinal)
  if (final.length === 0) day.unsettled.push(asked)
  else note(day, asked, final[0]!)
  const told = new Set(final.map(({ status, body }) => `${status} ${body.credits?.spent}`))
  if (told.size > 1) throw new Error(`two answers under one key: ${[...told].join(', ')}`)
  const [first] = answers
  if (first instanceof Error) throw first
  return first!
}

/** What was charged is what the final reply says. */
function note({ charged, revealed }: Day, { account, contactIds }: Reveal, { status, body }: Answer): void {
  if (status !== 200) return
  const { accountId } = account
  charged.set(accountId, (charged.get(accountId) ?? 0) + body.credits.spent)
  revealed.set(accountId, [...(revealed.get(accountId) ?? []).slice(-50), ...contactIds])
}

/** Asks again, under their keys, for reveals that never got a final answer. Resolves with how many there were, and how many still have none. */
export async function settle(day: Day): Promise<{ asked: number; open: number }> {
  const all = day.unsettled.splice(0)
  let open = 0
  for (const asked of all) {
    const answer = await send(day, asked).catch((error: Error) => error)
    if (isFinal(answer)) note(day, asked, answer)
    else open += 1
  }
  return { asked: all.length, open }
}

export const kinds: readonly Kind[] = [
  {
    name: 'search contacts',
    aDay: { small: 15, medium: 90, large: 1_100 },
    send: (day, account) =>
      ask(day, account, 'POST', '/contacts/search', {
        person: { roles_any: [one(roles, day.pick)], has_verified_email: true },
        store: { countries: [one(countries, day.pick)] },
        limit: 25,
      }),
    expected: [200],
  },
  {
    name: 'search stores',
    aDay: { small: 5, medium: 30, large: 400 },
    send: (day, account) =>
      ask(day, account, 'POST', '/stores/search', { store: { countries: [one(countries, day.pick)] }, limit: 25 }),
    expected: [200],
  },
  {
    name: 'reveal',
    aDay: { small: 5, medium: 40, large: 600 },
    send: (day, account) => reveal(day, account, some(day.contacts, 1 + day.pick(3), day.pick)),
    expected: [200],
  },
  {
    name: 'reveal again',
    aDay: { small: 2, medium: 10, large: 100 },
    send: (day, account) => {
      const owned = day.revealed.get(account.accountId) ?? day.contacts.slice(0, 1)
      return reveal(day, account, [one(owned, day.pick)])
    },
    expected: [200],
  },
  {
    name: 'enrich 10 stores',
    aDay: { small: 2, medium: 20, large: 300 },
    send: (day, account) => ask(day, account, 'POST', '/stores/enrich', { domains: some(day.domains, 10, day.pick) }),
    expected: [200],
  },
  {
    name: 'usage',
    aDay: { small: 10, medium: 40, large: 200 },
    send: (day, account) => ask(day, account, 'GET', '/usage'),
    expected: [200],
  },
  {
    name: 'read events',
    aDay: { small: 0, medium: 30, large: 200 },
    send: (day, account) => ask(day, account, 'GET', '/events?limit=50'),
    expected: [200],
  },
  {
    name: 'add to a list',
    aDay: { small: 1, medium: 10, large: 60 },
    send: (day, account) =>
      ask(day, account, 'POST', `/lists/${account.listId}/items`, { ids: some(day.contacts, 5, day.pick) }),
    expected: [200],
  },
  {
    name: 'make a job of 50 reveals',
    aDay: { small: 0.05, medium: 0.5, large: 3 },
    async send(day, account) {
      const body = { kind: 'reveal', contact_ids: some(day.contacts, 50, day.pick) }
      const answer = await ask(day, account, 'POST', '/jobs', body, newKey(day))
      if (answer.status === 201 || answer.status === 200)
        day.jobs.push({ apiKey: account.apiKey, id: answer.body.id, startedAt: performance.now() })
      return answer
    },
    // 200: the job of an earlier try.
    expected: [201, 200],
  },
]

/** Requests a second of so many accounts in the busiest hour. */
export function ratesOf(accounts: Record<Size, number>): number[] {
  return kinds.map(
    ({ aDay }) => sizes.reduce((sum, size) => sum + aDay[size] * accounts[size], 0) * (busiestHour / 3_600),
  )
}

/** How many of each size among so many. */
export function countBySize(count: number): Record<Size, number> {
  const [medium, large] = [Math.round((count * shares.medium) / 100), Math.round((count * shares.large) / 100)]
  return { small: count - medium - large, medium, large }
}
