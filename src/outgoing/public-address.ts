import { BlockList, isIP } from 'node:net'

/** Addresses that are nobody's on the internet: our own machine, private networks, multicast, what is reserved. */
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
/** Only global unicast is public: mapped (::ffff:0:0/96), translated (64:ff9b::/96), local and multicast addresses lie outside it. */
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

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4')
  return isIP(address) === 6 && globalUnicast.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
}

export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6')
}
