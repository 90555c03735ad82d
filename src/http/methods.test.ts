import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../base/log.ts'
import { createHttpServer, type HttpServer } from './server.ts'
import { readWebApplication } from './web-application.ts'

let folder: string
let http: HttpServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prospector-web-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'pages.json'), '["/", "/settings/$section", "/sign-in"]')
  await writeFile(join(folder, 'icon.svg'), '<svg/>')
  http = createHttpServer({ log: createLog('silent'), publicUrl: 'http://localhost:8080' })
  readWebApplication(folder)!.serve(http.server)
  http.refuseOtherMethods()
})
afterAll(async () => {
  await http.stop()
  await rm(folder, { recursive: true })
})

async function ask(method: string, url: string) {
  const { statusCode, headers } = await http.server.inject({ method: method as 'GET', url })
  return { status: statusCode, allow: headers.allow }
}

it('pages and files of the web application take only GET and HEAD', async () => {
  for (const path of ['/', '/settings/team', '/icon.svg']) {
    expect(await ask('GET', path)).toEqual({ status: 200, allow: undefined })
    for (const method of ['POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      expect(await ask(method, path)).toEqual({ status: 405, allow: 'GET, HEAD' })
    }
  }
})

it('the page for mistyped addresses makes no path one that exists', async () => {
  for (const method of ['GET', 'POST', 'HEAD', 'PROPFIND'])
    expect(await ask(method, '/nowhere')).toMatchObject({ status: 404 })
})
