import pg from 'pg'
import { readAddress, type SessionKind } from '../../base/database-url.ts'

type Host = { host: string; port: number }

/** Which of several servers connections go to. */
export type Hosts = {
  /** The address without the parts that the driver does not understand; with one of the hosts, if there are several. */
  readonly url: string
  choose(): Promise<Host>
  /** The server in use failed or is no longer what it was: the next to connect looks at all of them again. */
  suspect(): void
}

const probeWithinMs = 2_000

/** With one host and no `target_session_attrs` there is nothing to choose. */
export function createHosts(text: string): Hosts {
  const { urls, wanted } = readAddress(text)
  const hosts = urls.map((url) => {
    const { host, port } = new pg.Client({ connectionString: url })
    return { url, host, port }
  })
  const isFixed = hosts.length === 1 && wanted === 'any'
  let chosen: Host | null = isFixed ? hosts[0]! : null
  let choosing: Promise<Host> | null = null

  async function look(): Promise<Host> {
    const states = await Promise.all(hosts.map(({ url }) => probe(url)))
    const fits = states.findIndex((state) => state !== null && isWanted(wanted, state))
    const place = fits >= 0 || wanted !== 'prefer-standby' ? fits : states.findIndex((state) => state !== null)
    if (place < 0) throw new NoServer(hosts.length, wanted)
    return hosts[place]!
  }

  return {
    url: urls[0]!,
    async choose() {
      if (chosen) return chosen
      choosing ??= look().finally(() => {
        choosing = null
      })
      chosen = await choosing
      return chosen
    },
    suspect() {
      if (!isFixed) chosen = null
    },
  }
}

class NoServer extends Error {
  readonly code = 'ECONNREFUSED'

  constructor(count: number, wanted: SessionKind) {
    super(`none of the ${count} servers answers as one that is "${wanted}"`)
  }
}

type State = { standby: boolean; readOnly: boolean }

/** Null when the server does not answer in time, or refuses. */
async function probe(connectionString: string): Promise<State | null> {
  const client = new pg.Client({
    connectionString,
    application_name: 'prospector probe',
    connectionTimeoutMillis: probeWithinMs,
    query_timeout: probeWithinMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS "readOnly"`,
    )
    return rows[0]
  } catch {
    return null
  } finally {
    // A server that hangs would not process a clean close; do not wait for it.
    void client.end().catch(() => {})
  }
}

function isWanted(wanted: SessionKind, { standby, readOnly }: State): boolean {
  switch (wanted) {
    case 'any':
      return true
    case 'read-write':
      return !readOnly
    case 'primary':
      return !standby
    case 'read-only':
      return readOnly
    case 'standby':
    case 'prefer-standby':
      return standby
  }
}
