import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, it } from 'vitest'
import { createCertificate } from '../../../test/support/certificate.ts'
import type { Config } from '../../base/config.ts'
import { checkCertificate, judgeCertificate } from './certificate-check.ts'

const at = (publicUrl: string) => checkCertificate({ publicUrl } as Config)

it('OPERATOR-18: the certificate of the public address is looked at, and one that browsers do not trust is an error', async () => {
  const server = createServer(createCertificate('prospector.example')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // An address of this machine that counts as a public one.
  const url = `https://0.0.0.0:${port}`
  expect(await at(url)).toMatchObject([{ state: 'error', message: expect.stringContaining('do not trust') }])
  server.close()
  await once(server, 'close')
  expect(await at(url)).toMatchObject([{ state: 'warning', message: expect.stringContaining('could not be asked') }])
  expect([await at('http://prospector.example'), await at('https://localhost:8443')]).toEqual([[], []])
})

it('OPERATOR-18: a certificate that was not renewed is a warning three weeks before its end and an error a week before', () => {
  const now = new Date('2026-11-17T12:00:00Z')
  const after = (days: number) => {
    const endsAt = new Date(now.getTime() + days * 86_400_000)
    return judgeCertificate('prospector.example', { endsAt, distrust: null }, now).state
  }
  expect([60, 21, 20, 7, 6, -1].map(after)).toEqual(['ok', 'ok', 'warning', 'warning', 'error', 'error'])
  const endsAt = new Date('2027-01-31T00:00:00Z')
  expect(judgeCertificate('prospector.example', { endsAt, distrust: null }, now).message).toBe(
    'The certificate of prospector.example expires on 2027-01-31, in 74 days.',
  )
})
