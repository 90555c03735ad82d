import { Writable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../base/log.ts'
import { serveHealth } from './health.ts'
import { createHttpServer } from './server.ts'

it('RUN-1: a check that goes well is no line of the log, one that fails is', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const http = createHttpServer({ log: createLog('info', sink), publicUrl: 'http://localhost:8080' })
  onTestFinished(() => http.stop())
  let isReady = true
  serveHealth(http.server, async () => isReady)
  const ask = async (url: string) => (await http.server.inject({ method: 'GET', url })).statusCode
  expect([await ask('/readyz'), await ask('/healthz')]).toEqual([200, 200])
  isReady = false
  expect(await ask('/readyz')).toBe(503)
  const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
  expect(answered).toEqual([expect.objectContaining({ route: '/readyz', status: 503 })])
})
