import { isIP } from 'node:net'

export type Environment = Record<string, string | undefined>

/** Reads settings of the usual kinds, and collects what is wrong with them instead of stopping at the first. */
export function createSettingReader(environment: Environment) {
  const faults: string[] = []
  const read = (name: string): string | null => environment[name]?.trim() || null
  const fault = (message: string): null => {
    faults.push(message)
    return null
  }

  function readUrl(name: string, protocols: string[]): string | null {
    const text = read(name)
    if (text === null) return null
    if (!URL.canParse(text)) return fault(`${name} is not a URL. Example: ${protocols[0]}//host/…`)
    if (protocols.includes(new URL(text).protocol)) return text
    return fault(`${name} must start with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`)
  }

  function readInteger(name: string, fallback: number, least: number, most: number): number {
    const text = read(name)
    if (text === null) return fallback
    const value = Number(text)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    fault(`${name} must be a whole number from ${least} to ${most}; it is "${text}".`)
    return fallback
  }

  function readFlag(name: string, fallback: boolean): boolean {
    const text = read(name)?.toLowerCase()
    if (text === undefined) return fallback
    if (text === 'true' || text === 'false') return text === 'true'
    fault(`${name} must be true or false; it is "${text}".`)
    return fallback
  }

  function readNetworks(name: string): string[] {
    const networks = (read(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    const wrong = networks.filter((network) => !isNetwork(network))
    if (wrong.length > 0) {
      fault(`${name} must hold addresses or networks such as 10.0.0.5, 10.0.0.0/8; not "${wrong.join('", "')}".`)
    }
    return networks
  }

  /** Keys of 32 bytes, separated by commas. */
  function readKeys(name: string, most: number): Buffer[] | null {
    const text = read(name) ?? ''
    const keys = text.split(',').map((part) => Buffer.from(part.trim(), 'base64'))
    if (keys.length > most) {
      const allowed = most === 1 ? 'one key, without a comma' : `at most ${most} keys`
      return fault(`${name} must be ${allowed}; it holds ${keys.length}.`)
    }
    if (keys.every((key) => key.length === 32)) return keys
    return fault(`${name} must be 32 bytes in base64${most === 1 ? '' : ', each key'} (openssl rand -base64 32).`)
  }

  return { faults, fault, read, readUrl, readInteger, readFlag, readKeys, readNetworks }
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
