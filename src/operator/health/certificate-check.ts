import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Config } from '../../base/config.ts'
import { dayMs } from '../../base/durations.ts'
import { plural } from '../../base/words.ts'
import { error, type Finding, ok, warning } from './finding.ts'
import { isPublic } from './host-checks.ts'

const answersWithinMs = 3_000
/** Whoever renews by themselves does so a month before: these say that nobody has. */
const [warnDays, alarmDays] = [21, 7]

/** The certificate that people see at PUBLIC_URL. Whether it is trusted is asked for as well. */
export async function checkCertificate(config: Config): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(config.publicUrl)
  if (protocol !== 'https:' || !isPublic(config)) return []
  return [judgeCertificate(hostname, await lookAt(hostname, Number(port) || 443), new Date())]
}

export function judgeCertificate(hostname: string, seen: TlsResult, now: Date): Finding {
  if ('failure' in seen)
    return warning('certificate', `${hostname} could not be asked for its certificate from here: ${seen.failure}.`)
  const { endsAt, distrust } = seen
  const day = endsAt.toISOString().slice(0, 10)
  const days = Math.floor((endsAt.getTime() - now.getTime()) / dayMs)
  if (days < 0) return error('certificate', `The certificate of ${hostname} expired on ${day}. Renew it.`)
  if (distrust) return error('certificate', `Browsers do not trust the certificate of ${hostname}: ${distrust}.`)
  const told = `The certificate of ${hostname} expires on ${day}, in ${plural(days, 'day')}.`
  if (days < alarmDays) return error('certificate', `${told} Renew it now.`)
  return days < warnDays ? warning('certificate', `${told} Check why it was not renewed.`) : ok('certificate', told)
}

type TlsResult = { endsAt: Date; distrust: string | null } | { failure: string }

function lookAt(host: string, port: number): Promise<TlsResult> {
  return new Promise((resolve) => {
    // It has to be seen to be judged, also when it is not trusted.
    const socket = connect({ host, port, ...(!isIP(host) && { servername: host }), rejectUnauthorized: false })
    const end = (seen: TlsResult) => {
      socket.destroy()
      resolve(seen)
    }
    socket.setTimeout(answersWithinMs, () => end({ failure: 'it does not answer' }))
    socket.once('error', ({ message }) => end({ failure: message }))
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate()
      const distrust = socket.authorized ? null : String(socket.authorizationError)
      end(validTo ? { endsAt: new Date(validTo), distrust } : { failure: 'it shows none' })
    })
  })
}
