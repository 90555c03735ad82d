/** The shipped example for TLS, as it is, in front of two nodes: `apt-get install haproxy`, or nothing is tried. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as requestPlain } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request as requestTls } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { findFreePort } from '../support/browser.ts'
import { createCertificate } from '../support/certificate.ts'

const canRun = spawnSync('haproxy', ['-v']).status === 0
const shipped = new URL('../../deploy/ha/haproxy-tls.cfg', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'prospector-haproxy-'))
const { key, cert } = createCertificate('localhost')
const certificate = join(folder, 'localhost.pem')
writeFileSync(certificate, cert + key)

type Ports = { plain: number; tls: number; nodes: [number, number]; renewal: number }
const environment = ({ plain, tls, nodes, renewal }: Ports) => ({
  ...process.env,
  PROSPECTOR_BIND_PLAIN: `127.0.0.1:${plain}`,
  PROSPECTOR_BIND: `127.0.0.1:${tls}`,
  PROSPECTOR_CERTIFICATE: certificate,
  PROSPECTOR_NODE_1: `127.0.0.1:${nodes[0]}`,
  PROSPECTOR_NODE_2: `127.0.0.1:${nodes[1]}`,
  PROSPECTOR_RENEWAL: `127.0.0.1:${renewal}`,
})

type Reply = { status: number; location: string | undefined; secure: string | undefined; text: string }
type ProxyOptions = { tls?: boolean; method?: string; headers?: Record<string, string> }

describe.runIf(canRun)('HAProxy with TLS', () => {
  let ports: Ports
  let test: TestApp
  let other: TestApp
  let proxy: ChildProcess
  const seen: { ip: string; forwarded: unknown }[] = []

  const ask = (path: string, { tls = true, method = 'GET', headers = {} }: ProxyOptions = {}): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const to = { host: '127.0.0.1', path, method, headers: { host: 'localhost', ...headers }, agent: false as const }
      const request = tls
        ? requestTls({ ...to, port: ports.tls, ca: cert, servername: 'localhost' })
        : requestPlain({ ...to, port: ports.plain })
      request.on('error', reject).on('response', async (response) => {
        const text = (await response.setEncoding('utf8').toArray()).join('')
        const { location, 'strict-transport-security': secure } = response.headers
        resolve({ status: response.statusCode!, location, secure, text })
      })
      request.end()
    })

  async function startProxy(file: string): Promise<void> {
    proxy = spawn('haproxy', ['-db', '-f', file], { env: environment(ports), stdio: ['ignore', 'ignore', 'inherit'] })
    await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), { timeout: 30_000 })
  }
  async function stopProxy(): Promise<void> {
    proxy.kill()
    if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, 'exit')
  }

  beforeAll(async () => {
    const [plain, tls, one, two, renewal] = await Promise.all([1, 2, 3, 4, 5].map(findFreePort))
    ports = { plain: plain!, tls: tls!, nodes: [one!, two!], renewal: renewal! }
    const options = { publicUrl: 'https://localhost', trustedProxies: ['127.0.0.1'] }
    test = await startTestApp(options)
    other = await startTestApp({ ...options, store: test.store })
    for (const [at, { app }] of [test, other].entries()) {
      app.http.server.addHook('onRequest', async ({ ip, headers }) => {
        seen.push({ ip, forwarded: headers['x-forwarded-for'] })
      })
      await app.start()
      await app.http.server.listen({ port: ports.nodes[at]!, host: '127.0.0.1' })
    }
    await startProxy(shipped)
  })
  afterAll(async () => {
    await stopProxy()
    await other.app.stop()
    await test.stop()
    rmSync(folder, { recursive: true })
  })

  it('the shipped file is one that HAProxy takes without a warning', () => {
    const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', shipped], { env: environment(ports) })
    expect([status, `${stdout}${stderr}`.trim()]).toEqual([
      0,
      expect.stringMatching(/^(Configuration file is valid)?$/),
    ])
  })

  it('serves over TLS 1.2 and 1.3, by HTTP/1.1 and HTTP/2, and nothing older', async () => {
    expect(await ask('/healthz')).toMatchObject({ status: 200, secure: expect.stringContaining('max-age') })
    const session = connectHttp2(`https://127.0.0.1:${ports.tls}`, { ca: cert, servername: 'localhost' })
    const stream = session.request({ ':path': '/healthz', ':authority': 'localhost' })
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>]
    expect(headers[':status']).toBe(200)
    stream.resume()
    session.close()
    const speak = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
      new Promise<string>((resolve) => {
        const limits = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' }
        const to = { host: '127.0.0.1', port: ports.tls, ca: cert, servername: 'localhost' }
        const socket = connectTls({ ...to, ...limits }, () => {
          resolve(socket.getProtocol()!)
          socket.destroy()
        }).on('error', () => resolve('refused'))
      })
    expect([await speak('TLSv1.1'), await speak('TLSv1.2'), await speak('TLSv1.3')]).toEqual([
      'refused',
      'TLSv1.2',
      'TLSv1.3',
    ])
  })

  it('leads browsers to https, and refuses programs that send a key without it', async () => {
    expect(await ask('/sign-in?next=%2F', { tls: false })).toMatchObject({
      status: 308,
      location: 'https://localhost/sign-in?next=%2F',
    })
    const before = seen.length
    for (const refused of [
      { method: 'POST' },
      { headers: { authorization: 'Bearer psk_live_x' } },
      { method: 'POST', headers: { authorization: 'Bearer psk_live_x' } },
    ]) {
      expect((await ask('/api/v1/usage', { tls: false, ...refused })).status).toBe(403)
    }
    expect(seen.slice(before).filter(({ forwarded }) => forwarded !== undefined)).toEqual([])
  })

  it('tells the nodes who asked, whatever the client claims', async () => {
    seen.length = 0
    await ask('/api/v1/usage', { headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect(seen.filter(({ forwarded }) => forwarded !== undefined)).toEqual([
      { ip: '127.0.0.1', forwarded: '127.0.0.1' },
    ])
  })

  it('goes on when a node is lost', async () => {
    const { apiKey } = await test.createAccount()
    const usage = () => ask('/api/v1/usage', { headers: { authorization: `Bearer ${apiKey}` } })
    expect((await usage()).status).toBe(200)
    await other.app.http.stop()
    for (let at = 0; at < 20; at += 1) expect((await usage()).status).toBe(200)
  })

  it('sends the questions of a certificate authority to whoever renews, without TLS', async () => {
    const certbot = createServer((request, response) => response.end(`for ${request.url}`))
    await new Promise<void>((resolve) => certbot.listen(ports.renewal, '127.0.0.1', resolve))
    const path = '/.well-known/acme-challenge/abc'
    expect(await ask(path, { tls: false })).toMatchObject({ status: 200, text: `for ${path}` })
    certbot.closeAllConnections()
    certbot.close()
  })

  it('closes the console to other networks, however the path is spelt, once its line is there', async () => {
    const line = /^ {2}#(http-request deny .*\/operator.*)$/m
    const narrowed = readFileSync(shipped, 'utf8')
      .replace(line, '  $1')
      .replace('src 127.0.0.1 10.0.0.0/8', 'src 10.0.0.0/8')
    const file = join(folder, 'narrowed.cfg')
    writeFileSync(file, narrowed)
    await stopProxy()
    await startProxy(file)
    for (const path of ['/operator', '/operator/accounts', '/Operator', '/%6fperator', '/admin/v1/accounts']) {
      expect([path, (await ask(path)).status]).toEqual([path, 403])
    }
    expect((await ask('/healthz')).status).toBe(200)
  })
})
