import type { Clock } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import { NotSealed, type Sealer } from '../base/seal.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { numberLedger } from '../events/record.ts'
import { newSecret } from './sign.ts'

export type Webhook = {
  accountId: string
  id: string
  url: string
  types: string[] | null
  status: 'enabled' | 'disabled'
  createdAt: Date
  lastSuccessAt: Date | null
  failingSince: Date | null
}

/** As the dispatcher needs it: with what it signs with, and how far it is. */
export type ServedWebhook = Webhook & { position: number; secrets: string[]; warnedAt: Date | null }

export const webhookColumns = sql`account_id AS "accountId", webhook_id AS id, url, types, status, created_at AS "createdAt",
  last_success_at AS "lastSuccessAt", failing_since AS "failingSince"`

/** With the secrets that sign now. */
export const servedColumns = (
  now: Clock['sql'],
) => sql`${webhookColumns}, position::float8 AS position, warned_at AS "warnedAt",
  CASE WHEN secret_before_until > ${now} THEN ARRAY[secret, secret_before] ELSE ARRAY[secret] END AS secrets`

const sealedFor = 'webhook secret'
/** Null: it was sealed with another AUTH_SECRET. */
function openSecret(sealer: Sealer, sealed: string, accountId: string): string | null {
  try {
    return sealer.open(sealed, accountId, sealedFor)
  } catch (error) {
    if (error instanceof NotSealed) return null
    throw error
  }
}

/** Without one from before a rotation that can't be read any more. Null if the webhook's own can't: nobody can sign for it. */
export function openSecrets<W extends { accountId: string; secrets: string[] }>(sealer: Sealer, webhook: W): W | null {
  const [secret, ...before] = webhook.secrets.map((sealed) => openSecret(sealer, sealed, webhook.accountId))
  return secret ? { ...webhook, secrets: [secret, ...before.filter((one) => one !== null)] } : null
}

export const readWebhooks = (db: Db, accountId: string): Promise<Webhook[]> =>
  db.query<Webhook>(
    sql`SELECT ${webhookColumns} FROM webhooks WHERE account_id = ${accountId} ORDER BY created_at, webhook_id`,
  )

export async function findWebhook(db: Db, clock: Clock, accountId: string, id: string): Promise<ServedWebhook | null> {
  const [webhook] = await db.query<ServedWebhook>(sql`
    SELECT ${servedColumns(clock.sql)} FROM webhooks WHERE account_id = ${accountId} AND webhook_id = ${id}`)
  return webhook ?? null
}

/** From the next event on. The secret is shown this once. */
export async function insertWebhook(
  tx: Db,
  clock: Clock,
  sealer: Sealer,
  { accountId, url, types }: Pick<Webhook, 'accountId' | 'url' | 'types'>,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = newSecret()
  const position = await numberLedger(tx, accountId)
  const [webhook] = await tx.query<Webhook>(sql`
    INSERT INTO webhooks (account_id, webhook_id, url, types, secret, position, created_at)
    VALUES (${accountId}, ${`wh_${randomBase62(20)}`}, ${url}, ${types}, ${sealer.seal(secret, accountId, sealedFor)}, ${position},
      ${clock.sql})
    RETURNING ${webhookColumns}`)
  return { webhook: webhook!, secret }
}

/** How long after a rotation the old secret signs along with the new one. */
export const oldSecretHours = 24

export async function rotateSecret(
  db: Db,
  clock: Clock,
  sealer: Sealer,
  accountId: string,
  id: string,
): Promise<{ webhook: Webhook; secret: string } | null> {
  const secret = newSecret()
  const [webhook] = await db.query<Webhook>(sql`
    UPDATE webhooks SET secret_before = secret, secret_before_until = ${clock.sql} + make_interval(hours => ${oldSecretHours}),
      secret = ${sealer.seal(secret, accountId, sealedFor)}
    WHERE account_id = ${accountId} AND webhook_id = ${id} RETURNING ${webhookColumns}`)
  return webhook ? { webhook, secret } : null
}

export async function deleteWebhook(db: Db, accountId: string, id: string): Promise<boolean> {
  const deleted = await db.query(
    sql`DELETE FROM webhooks WHERE account_id = ${accountId} AND webhook_id = ${id} RETURNING 1`,
  )
  return deleted.length > 0
}

/** For an account that is erased: its addresses and what came of deliveries. */
export const deleteWebhooks = async (tx: Db, accountId: string): Promise<void> =>
  void (await tx.query(sql`DELETE FROM webhooks WHERE account_id = ${accountId}`))

/** Webhooks of a test account that is started over. Secrets are sealed for their account; events are counted from 1 again. */
export async function moveWebhooks(tx: Db, sealer: Sealer, from: string, to: string): Promise<void> {
  const rows = await tx.query<{ id: string; secret: string }>(
    sql`SELECT webhook_id AS id, secret FROM webhooks WHERE account_id = ${from}`,
  )
  await tx.query(sql`DELETE FROM webhook_deliveries WHERE account_id = ${from}`)
  for (const { id, secret } of rows) {
    const opened = openSecret(sealer, secret, from)
    // One that can't be read moves as it is: with the next event the webhook is disabled, and its owners are told.
    const sealed = opened === null ? secret : sealer.seal(opened, to, sealedFor)
    await tx.query(sql`
      UPDATE webhooks SET account_id = ${to}, secret = ${sealed}, secret_before = NULL, secret_before_until = NULL, position = 0,
        failing_since = NULL, warned_at = NULL
      WHERE account_id = ${from} AND webhook_id = ${id}`)
  }
}
