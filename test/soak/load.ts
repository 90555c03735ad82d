/** A steady mix of requests at a fixed rate, and what an operator does now and then. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Pick } from '../faults/load.ts'
import type { Answer } from '../support/app.ts'
import { createClient } from '../support/servers.ts'
import type { SoakNode } from './node.ts'

export type SoakAccount = { apiKey: string; email: string; password: string }

/** Null for `milliseconds`: not sent, because too many were unanswered. */
export type Outcome = { kind: string; milliseconds: number | null; failure: string | null }

type Load = {
  node: SoakNode
  accounts: SoakAccount[]
  contacts: string[]
  /** Contacts that are only suppressed and shown again. */
  suppressible: string[]
  /** What was revealed lately, to be revealed again; at most `rememberedMax`. */
  revealed: { account: SoakAccount; contact: string }[]
  pick: Pick
  requestsPerSecond: number
  isOver(): boolean
  onOutcome(outcome: Outcome): void
}

type Client = ReturnType<typeof createClient>
type Kind = { name: string; share: number; send(client: Client, load: Load): Promise<[Answer, number]> }

const countries = ['US', 'DE', 'FR', 'GB', 'CA', 'NL']
const roles = ['founder', 'marketing', 'operations', 'sales', 'engineering']
const rememberedMax = 5_000
const underwayMax = 200

const one = <Item>(items: readonly Item[], pick: Pick): Item => items[pick(items.length)]!

const callTool = (client: Client, key: string, name: string, given: object) =>
  client.call('POST', '/mcp', {
    key,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    headers: { accept: 'application/json, text/event-stream' },
  })

/** Out of 1,000 requests, how many are of which kind; each with the status that it should be answered. */
const kinds: Kind[] = [
  {
    name: 'search contacts',
    share: 300,
    async send(client, { accounts, pick }) {
      const person = { roles_any: [one(roles, pick)] }
      const body = { person, store: { countries: [one(countries, pick)] }, limit: 25 }
      return [await client.call('POST', '/api/v1/contacts/search', { key: one(accounts, pick).apiKey, body }), 200]
    },
  },
  {
    name: 'search stores',
    share: 100,
    async send(client, { accounts, pick }) {
      const body = { store: { countries: [one(countries, pick)] }, limit: 25 }
      return [await client.call('POST', '/api/v1/stores/search', { key: one(accounts, pick).apiKey, body }), 200]
    },
  },
  {
    name: 'reveal',
    share: 200,
    async send(client, { accounts, contacts, revealed, pick }) {
      const [account, contact] = [one(accounts, pick), one(contacts, pick)]
      const headers = { 'idempotency-key': `soak ${pick(2 ** 24)} ${contact}` }
      const answer = await client.reveal(account.apiKey, [contact], headers)
      if (answer.status === 200)
        revealed[revealed.length < rememberedMax ? revealed.length : pick(rememberedMax)] = { account, contact }
      return [answer, 200]
    },
  },
  {
    name: 'reveal again',
    share: 100,
    async send(client, { accounts, contacts, revealed, pick }) {
      const first = { account: accounts[0]!, contact: contacts[0]! }
      const { account, contact } = revealed.length > 0 ? one(revealed, pick) : first
      return [await client.reveal(account.apiKey, [contact]), 200]
    },
  },
  {
    name: 'usage',
    share: 150,
    send: async (client, { accounts, pick }) => [
      await client.call('GET', '/api/v1/usage', { key: one(accounts, pick).apiKey }),
      200,
    ],
  },
  {
    name: 'MCP',
    share: 135,
    async send(client, { accounts, pick }) {
      const { apiKey } = one(accounts, pick)
      const isSearch = pick(2) === 0
      const given = isSearch ? { person: { roles_any: [one(roles, pick)] }, limit: 5 } : {}
      return [await callTool(client, apiKey, isSearch ? 'search_contacts' : 'get_usage', given), 200]
    },
  },
  {
    name: 'sign in',
    share: 14,
    async send(client, { node, accounts, pick }) {
      const { email, password } = one(accounts, pick)
      const isWrong = pick(10) === 0
      const body = { email, password: isWrong ? `${password}, misspelt` : password }
      const headers = { origin: `http://localhost:${node.port}`, 'x-forwarded-for': `10.0.${pick(100)}.${pick(250)}` }
      return [await client.call('POST', '/auth/sign-in/email', { body, headers }), isWrong ? 401 : 200]
    },
  },
  {
    name: 'export',
    share: 1,
    async send(client, { accounts, pick }) {
      const headers = { accept: 'text/csv' }
      return [await client.call('GET', '/api/v1/contacts/revealed', { key: one(accounts, pick).apiKey, headers }), 200]
    },
  },
]

const sharesTotal = kinds.reduce((sum, { share }) => sum + share, 0)

function pickKind(pick: Pick): Kind {
  let left = pick(sharesTotal)
  for (const kind of kinds) {
    left -= kind.share
    if (left < 0) return kind
  }
  throw new Error('A number below the sum of all shares falls into one of them.')
}

/** Requests leave when their time has come, whether or not earlier ones were answered, as those of many callers do. */
export async function sendSteadily(load: Load): Promise<void> {
  const client = createClient(load.node.port)
  const underway = new Set<Promise<void>>()
  const startedAt = performance.now()
  for (let number = 0; !load.isOver(); number += 1) {
    const waitMs = startedAt + (number * 1_000) / load.requestsPerSecond - performance.now()
    if (waitMs > 0) await setTimeout(waitMs)
    const kind = pickKind(load.pick)
    if (underway.size >= underwayMax) {
      load.onOutcome({ kind: kind.name, milliseconds: null, failure: null })
      continue
    }
    const sent = send(client, kind, load).finally(() => underway.delete(sent))
    underway.add(sent)
  }
  await Promise.all(underway)
  client.close()
}

async function send(client: Client, { name, send }: Kind, load: Load): Promise<void> {
  const sentAt = performance.now()
  const failure = await send(client, load).then(
    ([{ status, text }, expected]) => (status === expected ? null : `${status}: ${text.slice(0, 200)}`),
    (error: Error) => error.message,
  )
  load.onOutcome({ kind: name, milliseconds: performance.now() - sentAt, failure })
}

const operateEveryMs = 60_000

/** In turn: an import that changes stores it made before, and somebody hidden while another is shown again. */
export async function operate({ node, suppressible, isOver, onOutcome }: Load): Promise<void> {
  let nextAt = Date.now()
  let hidden: string | null = null
  for (let round = 0; !isOver(); round += 1) {
    const next = suppressible[round % suppressible.length]!
    const commands =
      round % 3 === 0
        ? [['import', await writeStores(node, round)]]
        : [['suppress', '--contact', next], ...(hidden ? [['suppress', 'remove', '--contact', hidden]] : [])]
    if (round % 3 !== 0) hidden = next
    for (const words of commands) {
      const startedAt = performance.now()
      const failure = await node.command(...words).then(
        () => null,
        (error: Error) => error.message,
      )
      onOutcome({ kind: `prospector ${words[0]}`, milliseconds: performance.now() - startedAt, failure })
    }
    nextAt += operateEveryMs
    while (!isOver() && Date.now() < nextAt) await setTimeout(200)
  }
}

async function writeStores({ dataDir }: SoakNode, round: number): Promise<string> {
  const path = join(dataDir, '..', 'stores.ndjson')
  const lines = Array.from({ length: 300 }, (_, at) => {
    const domain = `soak${at}.example`
    const emails = [{ email: `ada@${domain}`, status: 'verified', type: 'work' }]
    return JSON.stringify({
      domain,
      name: `Store ${at} of round ${round}`,
      contacts: [{ first_name: 'Ada', last_name: 'Lovelace', emails }],
    })
  })
  await writeFile(path, lines.join('\n'))
  return path
}
