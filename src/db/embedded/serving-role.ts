import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OWNER, readOrCreatePassword, SERVING_ROLE } from './cluster.ts'
import { clientFor, opens } from './superuser.ts'

/**
 * The password of the serving role. Databases of earlier releases have no such role, and a password file may be lost:
 * then the superuser makes the role, or gives it a new password. Null when the superuser's password is not ours to use,
 * because an operator changed it: the owner then serves, as before, and the start says so.
 */
export async function prepareServingRole(
  { dataDir }: { dataDir: string },
  port: number,
): Promise<{ password: string | null; news?: string }> {
  const password = await readOrCreatePassword(dataDir, 'postgres-serving-password')
  if (await opens(port, password, SERVING_ROLE)) return { password }
  const superuser = await readFile(join(dataDir, 'postgres-superuser-password'), 'utf8').catch(() => '')
  const client = clientFor(port, superuser.trim())
  try {
    await client.connect()
    await client.query(makeRole)
    await client.query(`ALTER ROLE ${SERVING_ROLE} LOGIN PASSWORD '${password}'`)
    return { password, news: `${SERVING_ROLE} serves from now on, and owns no table` }
  } catch (error) {
    // Another process may have been faster.
    if (await opens(port, password, SERVING_ROLE)) return { password }
    const reason = (error as Error).message
    return { password: null, news: `${SERVING_ROLE} can't be made, so the owner of the tables serves (${reason})` }
  } finally {
    await client.end().catch(() => {})
  }
}

const makeRole = `
  DO $$ BEGIN CREATE ROLE ${SERVING_ROLE} ROLE ${OWNER}; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
  GRANT pg_read_all_settings, pg_read_all_stats TO ${SERVING_ROLE}`
