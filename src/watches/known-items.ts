import { createHash } from 'node:crypto'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

const hashBytes = 8

export type WatchName = { accountId: string; id: string }

/** The first byte says the bucket, the next eight tell items apart. */
function placeOf(key: string): { bucket: number; hash: string } {
  const digest = createHash('sha256').update(key).digest()
  return { bucket: digest[0]!, hash: digest.toString('latin1', 1, 1 + hashBytes) }
}

/** Those of some keys that the watch did not know, each once; from now on it does. The caller holds the lock of the watch. */
export async function addUnknown(tx: Db, { accountId, id }: WatchName, keys: readonly string[]): Promise<Set<string>> {
  const places = new Map([...new Set(keys)].map((key) => [key, placeOf(key)]))
  const buckets = [...new Set([...places.values()].map(({ bucket }) => bucket))]
  if (buckets.length === 0) return new Set()
  const rows = await tx.query<{ bucket: number; hashes: Buffer }>(sql`
    SELECT bucket, hashes FROM watch_known
    WHERE account_id = ${accountId} AND watch_id = ${id} AND bucket = ANY(${buckets}::smallint[])`)
  const known = new Map(rows.map(({ bucket, hashes }) => [bucket, setOf(hashes)]))
  const fresh = new Set<string>()
  const added = new Map<number, string[]>()
  for (const [key, { bucket, hash }] of places) {
    const ofBucket = known.get(bucket) ?? new Set<string>()
    known.set(bucket, ofBucket)
    if (ofBucket.has(hash)) continue
    ofBucket.add(hash)
    fresh.add(key)
    added.set(bucket, [...(added.get(bucket) ?? []), hash])
  }
  await tx.query(sql`
    INSERT INTO watch_known AS k (account_id, watch_id, bucket, hashes)
    SELECT ${accountId}, ${id}, one.* FROM unnest(${[...added.keys()]}::smallint[],
      ${[...added.values()].map((hashes) => Buffer.from(hashes.join(''), 'latin1'))}::bytea[]) AS one
    ON CONFLICT (account_id, watch_id, bucket) DO UPDATE SET hashes = k.hashes || excluded.hashes`)
  return fresh
}

function setOf(hashes: Buffer): Set<string> {
  const set = new Set<string>()
  for (let at = 0; at < hashes.length; at += hashBytes) set.add(hashes.toString('latin1', at, at + hashBytes))
  return set
}

export const forgetKnown = async (tx: Db, { accountId, id }: WatchName): Promise<void> =>
  void (await tx.query(sql`DELETE FROM watch_known WHERE account_id = ${accountId} AND watch_id = ${id}`))
