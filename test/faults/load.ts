/** The load of a run under faults: reveals by several accounts, new ones and retries, on any node, recorded. */
import { setTimeout } from 'node:timers/promises'
import type { Answer } from '../support/app.ts'
import type { History, Reveal } from './history.ts'

export type LoadAccount = {
  accountId: string
  apiKey: string
  /** The first grant. */
  credits: number
  requestsPerMinute: number
  /** A key with a credit limit, in force until it is revoked and another takes its place. */
  limitedKey: string
  keyLimits: Map<string, { keyId: string; limit: number }>
}

export type Load = {
  pick: Pick
  isOver(): boolean
  accounts: LoadAccount[]
  /** Grows as stores are imported. */
  contacts: string[]
  history: History
  /** `sender`: which of the senders asks, for those that keep to one node. */
  reveal(apiKey: string, contactIds: string[], headers: Record<string, string>, sender: number): Promise<Answer>
}

/** A number below the given one. */
export type Pick = (below: number) => number

/** The same numbers for the same seed. */
export function createPick(state: number): Pick {
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 8) % below
  }
}

const rememberedMax = 2_000
const answerWithinMs = 12_000

export async function sendReveals(load: Load, sender: number): Promise<void> {
  const { pick, history, accounts, contacts } = load
  const sent: RevealPlan[] = []
  // A caller who does not know what became of a request sends it again under its key, until there is an answer.
  let unknown: RevealPlan | null = null
  for (let number = 0; !load.isOver(); number += 1) {
    const again: RevealPlan | null = unknown ?? (sent.length > 0 && pick(5) === 0 ? sent[pick(sent.length)]! : null)
    const account = accounts[pick(accounts.length)]!
    const asked: RevealPlan = again ?? {
      accountId: account.accountId,
      apiKey: pick(8) === 0 ? account.limitedKey : account.apiKey,
      idempotencyKey: `sender ${sender}, request ${number}`,
      contactIds: [...new Set(Array.from({ length: 1 + pick(3) }, () => contacts[pick(contacts.length)]!))],
    }
    const answered = await reveal(load, sender, asked)
    history.reveals.push(answered)
    unknown = answered.status === null || answered.status === 503 ? asked : null
    if (sent.length < rememberedMax) sent.push(asked)
    if (answered.status !== 200) await setTimeout(20)
  }
}

type RevealPlan = Omit<Reveal, 'sentAt' | 'answeredAt' | 'status' | 'isReplay' | 'spent' | 'shown'>

async function reveal(
  load: Load,
  sender: number,
  { accountId, apiKey, idempotencyKey, contactIds }: RevealPlan,
): Promise<Reveal> {
  const sentAt = Date.now()
  const answer = await Promise.race([
    load.reveal(apiKey, contactIds, { 'idempotency-key': idempotencyKey }, sender).catch(() => null),
    setTimeout(answerWithinMs, null, { ref: false }),
  ])
  const data = (answer?.status === 200 ? answer.body.data : []) as { id: string; charged: boolean }[]
  return {
    accountId,
    apiKey,
    idempotencyKey,
    contactIds,
    sentAt,
    answeredAt: Date.now(),
    status: answer?.status ?? null,
    isReplay: answer?.headers['idempotent-replayed'] === 'true',
    spent: answer?.status === 200 ? answer.body.credits.spent : 0,
    shown: data.map(({ id, charged }) => ({ id, charged })),
  }
}
