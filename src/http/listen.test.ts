import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { canSharePort } from '../base/config.ts'
import { createLog } from '../base/log.ts'
import { createHttpServer, type HttpServer } from './server.ts'

let http: HttpServer
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await http.stop()
})

async function serve(): Promise<number> {
  http = createHttpServer({ log: createLog('silent'), publicUrl: 'http://localhost:8080' })
  http.server.get('/hello', async () => 'hello')
  await http.listen({ host: '127.0.0.1', port: 0 })
  return (http.server.server.address() as { port: number }).port
}

describe.runIf(canSharePort)('RUN-9: connections do not wait long to be accepted', () => {
  it('many that come at once are accepted within a few rounds of the event loop', async () => {
    const port = await serve()
    const crowd = 256
    let accepted = 0
    let acceptedInRound = 0
    http.server.server.on('connection', () => {
      acceptedInRound += 1
    })
    for (let at = 0; at < crowd; at += 1) sockets.push(connect({ port, host: '127.0.0.1' }).on('error', () => {}))
    // They are on their way after this tick. Nothing is accepted meanwhile, so that all of them wait together.
    await new Promise((resolve) => process.nextTick(resolve))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    let rounds = 0
    while (accepted < crowd) {
      acceptedInRound = 0
      await new Promise((resolve) => setImmediate(resolve))
      accepted += acceptedInRound
      if (acceptedInRound > 0) rounds += 1
    }
    expect(rounds).toBeLessThan(crowd / 2)
  })

  it('each of them is answered, and none after the server has stopped', async () => {
    const port = await serve()
    const answers = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/hello`, { headers: { connection: 'close' } })
        return answer.text()
      }),
    )
    expect(new Set(answers)).toEqual(new Set(['hello']))
    await http.stop()
    for (let at = 0; at < 20; at += 1) {
      const [error] = await once(connect({ port, host: '127.0.0.1' }), 'error')
      expect(error).toMatchObject({ code: 'ECONNREFUSED' })
    }
  })
})
