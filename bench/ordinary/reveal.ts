import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { newEntryId, newRequestId } from '../../src/base/ids.ts'
import type { ChannelKeys } from '../../src/catalog/channel-keys.ts'
import { exportableChannels } from '../../src/catalog/channels.ts'
import { revealContacts } from '../../src/contacts/reveal-contacts.ts'
import { admit, type Caller, type Queries, Refusal } from './admit.ts'

type Reveal = { contactIds: string[]; idempotencyKey: string | undefined; requestId: string }

const body = {
  type: 'object',
  required: ['contact_ids'],
  additionalProperties: false,
  properties: { contact_ids: { type: 'array', minItems: 1, maxItems: 10, items: { type: 'string' } } },
}

/** One transaction a reveal, one statement a step, every statement prepared: what one would write in a day. */
export function serveReveal(server: FastifyInstance, pool: pg.Pool, keys: ChannelKeys): void {
  const schema = { body, response: { 200: revealContacts.reply } }
  server.post('/api/v1/contacts/reveal', { schema }, async ({ headers, body }) => {
    const { contact_ids } = body as { contact_ids: string[] }
    const idempotencyKey = headers['idempotency-key'] as string | undefined
    const asked = { contactIds: [...new Set(contact_ids)], idempotencyKey, requestId: newRequestId() }
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      const caller = await admit(client, headers.authorization, 'contacts:reveal')
      const reply = await reveal(client, caller, asked, keys)
      await client.query('COMMIT')
      return reply
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    } finally {
      client.release()
    }
  })
}

async function reveal(db: Queries, caller: Caller, asked: Reveal, keys: ChannelKeys) {
  const earlier = asked.idempotencyKey && (await findEarlier(db, caller, asked))
  if (earlier) return earlier
  const contacts = await findContacts(db, asked.contactIds)
  const balance = await lockBalance(db, caller)
  const owned = await findOwned(db, caller, asked.contactIds)
  const fresh = contacts.filter(({ id }) => !owned.has(id)).map(({ id }) => id)
  if (fresh.length > balance.credits) throw new Refusal(402, 'Not enough credits.')
  const now = new Date()
  if (fresh.length > 0) await spend(db, caller, asked, { ...balance, fresh, now })
  const remaining = balance.credits - fresh.length
  const known = new Set(contacts.map(({ id }) => id))
  const reply = {
    object: 'contact_reveal_result',
    credits: { spent: fresh.length, remaining, spendable_now: remaining },
    data: contacts.map((contact) => render(contact, keys, owned.get(contact.id) ?? null, now)),
    unavailable_contact_ids: asked.contactIds.filter((id) => !known.has(id)),
    excluded_contact_ids: [],
    reference: null,
    request_id: asked.requestId,
  }
  if (asked.idempotencyKey) await remember(db, caller, asked, reply)
  return reply
}

async function findEarlier(db: Queries, { accountId }: Caller, { idempotencyKey, contactIds }: Reveal) {
  const { rows } = await db.query({
    name: 'find earlier',
    text: 'SELECT request, reply FROM ordinary.idempotency_keys WHERE account_id = $1 AND idempotency_key = $2',
    values: [accountId, idempotencyKey],
  })
  if (!rows[0]) return null
  if (JSON.stringify(rows[0].request) !== JSON.stringify(contactIds)) throw new Refusal(409, 'Another request.')
  return rows[0].reply
}

const remember = (db: Queries, { accountId }: Caller, { idempotencyKey, contactIds }: Reveal, reply: object) =>
  db.query({
    name: 'remember',
    text: 'INSERT INTO ordinary.idempotency_keys VALUES ($1, $2, $3, $4, now())',
    values: [accountId, idempotencyKey, JSON.stringify(contactIds), JSON.stringify(reply)],
  })

async function findContacts(db: Queries, contactIds: string[]) {
  const { rows } = await db.query({
    name: 'find contacts',
    text: `
      SELECT c.contact_id AS id, c.first_name, c.last_name, c.full_name, c.title, c.role, c.seniority, c.channels,
        c.channels_key_id, c.updated_at, s.store_id, s.domain, s.name AS store_name
      FROM contacts c JOIN stores s USING (store_id)
      WHERE c.contact_id = ANY($1) AND NOT c.suppressed AND NOT c.withheld AND c.retired_at IS NULL
        AND (c.has_email OR c.has_phone OR c.has_linkedin)`,
    values: [contactIds],
  })
  return rows
}

/** The first statement that others of the account wait for, so that nobody spends what another request spends, too. */
async function lockBalance(db: Queries, { accountId }: Caller) {
  const { rows } = await db.query({
    name: 'lock balance',
    text: `
      SELECT balance AS credits, last_seq::int AS "lastSeq", period_start AS "periodStart"
      FROM ordinary.credit_balances WHERE account_id = $1 FOR UPDATE`,
    values: [accountId],
  })
  return rows[0] as { credits: number; lastSeq: number; periodStart: Date }
}

async function findOwned(db: Queries, { accountId }: Caller, contactIds: string[]): Promise<Map<string, Date>> {
  const { rows } = await db.query({
    name: 'find owned',
    text: 'SELECT contact_id, revealed_at FROM ordinary.reveals WHERE account_id = $1 AND contact_id = ANY($2)',
    values: [accountId, contactIds],
  })
  return new Map(rows.map((row) => [row.contact_id, row.revealed_at]))
}

type Spend = { fresh: string[]; credits: number; lastSeq: number; periodStart: Date; now: Date }

async function spend(db: Queries, { accountId, keyId, keyName, creditLimit }: Caller, asked: Reveal, made: Spend) {
  const { fresh, credits, lastSeq, periodStart, now } = made
  const { rows: lots } = await db.query({
    name: 'find lot',
    text: `
      SELECT lot_seq FROM ordinary.credit_lots WHERE account_id = $1 AND (expires_at IS NULL OR expires_at > now())
      ORDER BY expires_at LIMIT 1`,
    values: [accountId],
  })
  const seq = lastSeq + 1
  const left = credits - fresh.length
  await db.query({
    name: 'pay',
    text: 'UPDATE ordinary.credit_balances SET balance = $2, last_seq = $3 WHERE account_id = $1',
    values: [accountId, left, seq],
  })
  await db.query({
    name: 'write entry',
    text: `INSERT INTO ordinary.credit_entries VALUES ($1, $2, $3, 'spend', $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      ...[accountId, seq, newEntryId(), -fresh.length, left, keyId, keyName, fresh, asked.requestId],
      ...[lots[0]?.lot_seq ?? null, periodStart, now],
    ],
  })
  await db.query({
    name: 'write reveals',
    text: 'INSERT INTO ordinary.reveals SELECT $1, contact_id, $3, $4 FROM unnest($2::text[]) AS contact_id',
    values: [accountId, fresh, seq, now],
  })
  const { rows } = await db.query({
    name: 'count spend',
    text: `
      INSERT INTO ordinary.actor_spends AS s VALUES ($1, $2, $3, $4)
      ON CONFLICT (account_id, actor_id, period_start) DO UPDATE SET spent = s.spent + excluded.spent RETURNING spent`,
    values: [accountId, keyId, periodStart, fresh.length],
  })
  if (creditLimit !== null && rows[0].spent > creditLimit) throw new Refusal(402, 'This key has reached its limit.')
}

type ContactRow = Awaited<ReturnType<typeof findContacts>>[number]

function render(row: ContactRow, keys: ChannelKeys, revealedAt: Date | null, now: Date) {
  const { emails, phones, linkedin_url } = exportableChannels(keys.open(row.id, row.channels_key_id, row.channels))
  return {
    id: row.id,
    object: 'contact',
    full_name: row.full_name,
    first_name: row.first_name,
    last_name: row.last_name,
    title: row.title,
    role: row.role,
    seniority: row.seniority,
    linkedin_url,
    reveal_status: revealedAt ? 'already_revealed' : 'newly_revealed',
    charged: revealedAt === null,
    emails: emails.map((email) => ({ ...email, verified_at: email.verified_at ?? null })),
    phones,
    store: { id: row.store_id, domain: row.domain, name: row.store_name },
    revealed_at: (revealedAt ?? now).toISOString(),
    updated_at: row.updated_at?.toISOString() ?? null,
    source: null,
    legal_basis: null,
  }
}
