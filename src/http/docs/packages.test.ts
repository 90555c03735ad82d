/** What the server hands out is what was made, and installs. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { makePackages } from '../../../scripts/packages/make.mjs'
import { createLog } from '../../base/log.ts'
import { plans } from '../../billing/plans/plans.ts'
import { operations } from '../../operations.ts'
import { serveDocs } from '../docs.ts'
import { createHttpServer } from '../server.ts'
import { snippetsFor } from './guide-snippets.ts'

it('DOC-5, INT-1: the server hands out both clients and the nodes for n8n, where the page says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prospector-packages-'))
  const own = createHttpServer({ log: createLog('silent'), publicUrl: 'http://localhost:8080' })
  serveDocs(own.server, operations, { publicUrl: 'https://api.shop.example', plans, packages: join(folder, 'made') })
  const page = (await own.server.inject('/docs')).body
  const commands = [/npm install (\S+?)</, /pip install (\S+?)</, /npm install --prefix \S+ --legacy-peer-deps (\S+?)</]
  const paths = commands.map((pattern) => new URL(pattern.exec(page)![1]!).pathname)
  expect((await own.server.inject(paths[0]!)).statusCode).toBe(404)
  const made = await makePackages(join(folder, 'made'))
  for (const [at, path] of paths.entries()) {
    const { statusCode, rawPayload } = await own.server.inject(path)
    expect(statusCode).toBe(200)
    expect(rawPayload.equals(await readFile(made[at]!))).toBe(true)
  }

  // The commands of the guide and of the package's readme, on a machine with n8n.
  const origin = await own.server.listen({ host: '127.0.0.1', port: 0 })
  const install = snippetsFor('https://prospector.example').n8n
  expect(await readFile(new URL('../../../integrations/n8n/README.md', import.meta.url), 'utf8')).toContain(install)
  const offline = { npm_config_registry: 'http://127.0.0.1:1', npm_config_audit: 'false', npm_config_fund: 'false' }
  const env = { ...process.env, HOME: folder, ...offline, npm_config_cache: join(folder, 'cache') }
  // A project of the person in the folder above stays as it is.
  await writeFile(join(folder, 'package.json'), '{}')
  await promisify(execFile)('sh', ['-ec', install.replace('https://prospector.example', origin)], { env })
  const installed = join(folder, '.n8n/nodes/node_modules/n8n-nodes-prospector')
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  expect([manifest.license, manifest.dependencies, manifest.version]).toEqual(['MIT', undefined, packageJson.version])
  for (const path of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) await readFile(join(installed, path))
  await own.stop()
  await rm(folder, { recursive: true })
})
