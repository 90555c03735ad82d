import type { Config } from '../base/config.ts'

/** The address can't be listened on; the message says what to do. */
class AddressRefused extends Error {}

export function explainListening(error: NodeJS.ErrnoException, { host, port }: Pick<Config, 'host' | 'port'>): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new AddressRefused(`Port ${port} on ${host} is already in use. Stop the other program, or set PORT.`)
    case 'EACCES':
      return new AddressRefused(`Listening on port ${port} needs root privileges. Set PORT to 1024 or higher.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new AddressRefused(
        `${host} is not an address of this machine. Set HOST to one, or to 0.0.0.0 for all of them.`,
      )
    default:
      return error
  }
}
