import { lookup } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses that are nobody's on the internet: our own machine, private networks, what is reserved. */
const notPublic = new BlockList()
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(address, prefix, 'ipv4')
}
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
const notPublic6 = new BlockList()
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic6.addSubnet(address, prefix, 'ipv6')
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4')
  return isIP(address) === 6 && globalUnicast.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
}

/** The name is resolved once, and what it resolves to is what is connected to: no second answer can lead elsewhere. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0)
    const addresses = found.filter(({ address }) => isPublicAddress(address))
    if (addresses.length === 0) return done(new Error(`${hostname} has no public address`), '', 0)
    if (options.all) return done(null, addresses as never, 0)
    return done(null, addresses[0]!.address, addresses[0]!.family)
  })
}

const limitBytes = 32 * 1024
const patienceMs = 5_000

/** A JSON document at an address that somebody else chose: https to a public address, no redirect, small and soon. */
export function fetchPublicJson(address: string): Promise<unknown> {
  const { hostname } = new URL(address)
  const literal = hostname.replaceAll(/[[\]]/g, '')
  if (isIP(literal) && !isPublicAddress(literal)) return Promise.reject(new Error(`${hostname} is not public`))
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patienceMs)
    const asked = request(
      address,
      { lookup: publicLookup, signal, headers: { accept: 'application/json' } },
      (answer) => {
        if (answer.statusCode !== 200) {
          answer.destroy()
          return reject(new Error(`it answered ${answer.statusCode}`))
        }
        const parts: Buffer[] = []
        let bytes = 0
        answer.on('data', (part: Buffer) => {
          bytes += part.length
          parts.push(part)
          if (bytes > limitBytes) answer.destroy(new Error('it is too large'))
        })
        answer.on('error', reject)
        answer.on('end', () => {
          try {
            resolve(JSON.parse(Buffer.concat(parts).toString('utf8')))
          } catch (error) {
            reject(error)
          }
        })
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}
