import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { OutgoingFault } from './outgoing-fault.ts'

type Options = {
  /** Whether a connection to this address is allowed. */
  isAllowed(address: string): boolean
  /** Unset: those of the host. */
  nameServers?: readonly string[] | undefined
  signal: AbortSignal
}

/** For each try of a name server. Three tries fit into the patience of every request. */
const tryMs = 1_500
const tries = 3

/**
 * Resolves a name for one connection and hands over only addresses that are allowed. The resolver asks name servers itself:
 * `dns.lookup` would occupy one of the few threads of the process for as long as a name server keeps it waiting.
 */
export const createCheckedLookup =
  (options: Options): LookupFunction =>
  (hostname, { all }, done) => {
    const fail = (fault: OutgoingFault) => done(fault, '', 0)
    resolve(hostname, options).then(
      (addresses) => {
        const allowed = addresses.filter(({ address }) => options.isAllowed(address))
        const [first] = allowed
        if (!first) return fail(new OutgoingFault(addresses.length > 0 ? 'address_not_allowed' : 'name_not_found'))
        return all ? done(null, allowed) : done(null, first.address, first.family)
      },
      () => fail(new OutgoingFault('name_not_found')),
    )
  }

type Address = { address: string; family: number }

async function resolve(hostname: string, { nameServers, signal }: Options): Promise<Address[]> {
  if (/(^|\.)localhost\.?$/i.test(hostname)) {
    return [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
  }
  const resolver = new Resolver({ timeout: tryMs, tries })
  if (nameServers) resolver.setServers(nameServers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const none = (): string[] => []
    const [v4, v6] = await Promise.all([
      resolver.resolve4(hostname).catch(none),
      resolver.resolve6(hostname).catch(none),
    ])
    return [...v4.map((address) => ({ address, family: 4 })), ...v6.map((address) => ({ address, family: 6 }))]
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
