import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../base/log.ts'
import { createHttpServer } from './server.ts'
import { openWebApplication } from './web-application.ts'

async function writeBuild(folder: string): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, 'index.html'), '<title>Application</title>')
  await writeFile(join(folder, 'pages.json'), '["/", "/settings/$section", "/sign-in"]')
  await writeFile(join(folder, 'icon.svg'), '<svg/>')
  await writeFile(join(folder, 'assets', 'main-1a2b.js'), 'start()')
}

async function serve(folder: string) {
  const http = createHttpServer({ log: createLog('silent'), publicUrl: 'http://localhost:8080' })
  onTestFinished(() => http.stop())
  const web = openWebApplication(folder)
  http.server.get('/sign-in', (request, reply) => web.sendPage(request, reply))
  web.serve(http.server)
  http.refuseOtherMethods()
  return async (url: string, accept = 'text/html') => {
    const { statusCode, headers, body } = await http.server.inject({ method: 'GET', url, headers: { accept } })
    return { status: statusCode, headers, body }
  }
}

it('RUN-20: pages that are still being built say so and load themselves again, and are served from the moment they are there', async () => {
  const home = await mkdtemp(join(tmpdir(), 'prospector-web-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const folder = join(home, 'dist')
  const ask = await serve(folder)
  for (const url of ['/', '/settings/keys', '/sign-in', '/mistyped']) {
    const { status, headers, body } = await ask(url)
    expect([url, status, headers['retry-after'], headers.refresh]).toEqual([url, 503, '2', '2'])
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain('The web application is being built')
  }
  expect((await ask('/assets/main-1a2b.js', '*/*')).status).toBe(404)
  expect((await ask('/mistyped', 'application/json')).status).toBe(404)

  await writeBuild(join(home, 'draft'))
  await rename(join(home, 'draft'), folder)
  const later = ask
  const atOnce = await serve(folder)
  const addresses = [
    ...['/', '/settings/keys?tab=1', '/settings/', '/sign-in', '/assets/main-1a2b.js', '/assets/gone.js'],
    ...['/icon.svg', '/favicon.ico', '/mistyped', '/api/mistyped'],
  ]
  for (const url of addresses) {
    for (const accept of ['text/html', 'application/json']) {
      const [one, two] = [await later(url, accept), await atOnce(url, accept)]
      const shown = ({ status, headers, body }: typeof one) => [
        url,
        status,
        headers['content-type'],
        headers['cache-control'],
        status === 404 && accept !== 'text/html' ? null : body.replace(/req_\w+/, ''),
      ]
      expect(shown(one)).toEqual(shown(two))
    }
  }
  expect((await later('/')).body).toBe('<title>Application</title>')
  expect((await later('/assets/main-1a2b.js')).headers['cache-control']).toContain('immutable')
  expect((await later('/mistyped')).status).toBe(404)
})
