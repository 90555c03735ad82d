/** The package as a customer gets it: made, installed into an empty project, and used there. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePackages } from '../scripts/packages/make.mjs'
import { repeat } from '../src/base/repeat.ts'
import { beginnings } from '../src/http/docs/clients.ts'
import { programs } from '../src/http/docs/programs.ts'
import { operations } from '../src/operations.ts'
import { startTestApp, type TestApp } from '../test/support/app.ts'
import { blocksOf } from '../test/support/docs-reader.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
let folder: string
let installed: string
let test: TestApp

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prospector-client-'))
  const npm = (args: string[], cwd: string) =>
    run('npm', args, { cwd, env: { ...process.env, npm_config_offline: 'true' } })
  const project = join(folder, 'project')
  await mkdir(project)
  const [file] = await makePackages(join(folder, 'packages'))
  await writeFile(join(project, 'package.json'), '{"type": "module", "private": true}')
  await npm(['install', '--no-audit', '--no-fund', file!], project)
  installed = join(project, 'node_modules/@prospector/client')
  test = await startTestApp()
}, 300_000)
afterAll(async () => {
  await test?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('SDK-1: the package holds its code, its types and a readme, and depends on nothing', async () => {
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: '@prospector/client', version, type: 'module' })
  expect(manifest.dependencies).toBeUndefined()
  expect((await readdir(installed)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
})

it('SDK-1: methods and fields have the descriptions of openapi.json', async () => {
  const types = await readFile(join(installed, 'dist/generated.d.ts'), 'utf8')
  const { paths, components } = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8'))
  type Described = { operationId: string; summary: string; description: string }
  const described = Object.values<Record<string, Described>>(paths).flatMap((path) =>
    Object.values(path).filter(({ operationId }) => operationId),
  )
  expect(described).toHaveLength(operations.length)
  const lines = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const shown = lines(types.replaceAll(/^\s*\* ?/gm, ''))
  const missing = described.filter((one) => !shown.includes(lines(`${one.summary}. ${one.description}`)))
  expect(missing.map(({ operationId }) => operationId)).toEqual([])
  const { properties } = components.schemas.RevealedContact as { properties: Record<string, { description?: string }> }
  for (const { description } of Object.values(properties)) if (description) expect(shown).toContain(lines(description))
})

it('SDK-1: it has at most 8 kB of code, compressed', async () => {
  const names = (await readdir(join(installed, 'dist'))).filter((name) => name.endsWith('.js'))
  const code = await Promise.all(names.map((name) => readFile(join(installed, 'dist', name), 'utf8')))
  const size = gzipSync(code.join(''), { level: 9 }).length
  expect(size).toBeGreaterThan(2_000)
  expect(size).toBeLessThan(8_192)
})

it('SDK-1: an empty project that installed the file searches and reveals with it', async () => {
  const origin = await test.app.http.server.listen({ host: '127.0.0.1', port: 0 })
  const { apiKey } = await test.createAccount({ credits: 5 })
  const ids = await test.plantContacts(2)
  const program = join(folder, 'project/program.js')
  await writeFile(
    program,
    `import { createProspector, InsufficientCreditsError, webhooks } from '@prospector/client'
const prospector = createProspector()
const { data, response } = await prospector.revealContacts({ contact_ids: ${JSON.stringify(ids)} }).withResponse()
console.log(JSON.stringify([data.credits.spent, response.headers.has('x-request-id'), typeof webhooks.verify, typeof InsufficientCreditsError]))`,
  )
  const env = { ...process.env, PROSPECTOR_KEY: apiKey, PROSPECTOR_URL: origin }
  const { stdout } = await run(process.execPath, [program], { env })
  expect(JSON.parse(stdout)).toEqual([2, true, 'function', 'function'])
})

it('SDK-1: the examples of the readme run as they are printed', async () => {
  const readme = await readFile(join(installed, 'README.md'), 'utf8')
  const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n')
  expect(examples).toContain('jobs.wait')
  const { apiKey } = await test.createAccount({ credits: 50 })
  await test.plantContacts(3)
  await test.app.start()
  const program = join(folder, 'project/readme.ts')
  await writeFile(program, examples.replace("'https://prospector.example'", 'process.env.PROSPECTOR_URL!'))
  const origin = `http://127.0.0.1:${(test.app.http.server.server.address() as AddressInfo).port}`
  const working = repeat(
    100,
    async () => void (await test.app.queue.runWaiting()),
    () => {},
  )
  const env = { ...process.env, PROSPECTOR_KEY: apiKey, PROSPECTOR_URL: origin }
  const { stdout } = await run(process.execPath, [program], { env }).finally(working.stop)
  expect(stdout).toContain('Ada Lovelace')
  expect(stdout).toMatch(/^finished 0$/m)
  expect(stdout).toMatch(/^\d+ job\.finished$/m)
})

it.each([
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
])('SDK-1: its types are found and hold with the resolution %s', async (moduleResolution, module) => {
  const project = join(folder, 'project')
  await writeFile(
    join(project, 'typed.ts'),
    `import { createProspector, type ContactPreview, RateLimitedError } from '@prospector/client'
const prospector = createProspector({ apiKey: 'psk', origin: 'http://localhost:8080' })
export async function first(): Promise<ContactPreview | undefined> {
  const { data } = await prospector.searchContacts({ person: { seniority_any: ['executive'] } })
  // @ts-expect-error There is no such seniority.
  await prospector.searchContacts({ person: { seniority_any: ['boss'] } })
  // @ts-expect-error A reveal needs contacts.
  await prospector.revealContacts()
  for await (const invoice of prospector.each('listInvoices')) console.log(invoice.total)
  const { id } = await prospector.jobs.start({ kind: 'enrich', domains: ['a.example'] })
  console.log((await prospector.jobs.wait(id)).status)
  for await (const event of prospector.events.follow()) if (event.type === 'reveal.created') console.log(event.data.credits)
  return data[0]
}
export const windowOf = (error: unknown) => (error instanceof RateLimitedError ? error.window : null)`,
  )
  const options = [
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    'false',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom',
    '--types',
    '',
  ]
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const args = [tsc, ...options, '--module', module, '--moduleResolution', moduleResolution, 'typed.ts']
  const checked = await run(process.execPath, args, { cwd: project }).catch((error: { stdout: string }) => error)
  expect(checked.stdout).toBe('')
})

it('DOC-5: the TypeScript of the docs holds under a strict compiler', async () => {
  const project = join(folder, 'project')
  const page = await test.call('GET', '/docs')
  const examples = blocksOf(page.text, 'TypeScript').map(({ code }) => `{\n${code}\n}`)
  // What the reader has from an answer, by the names of the paths: `job_id` as jobId.
  const inPaths = operations.flatMap(({ path }) => [...path.matchAll(/\{(\w+)_id\}/g)].map(([, name]) => name!))
  const names = [...new Set(inPaths)].filter((name) => name !== 'contact')
  const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const ids = names.map((name) => `declare const ${camel(name)}Id: string`)
  const crm = `declare const crm: {
    customers(): Promise<{ email: string }[]>; upsert(contact: object): Promise<void>; remove(id: string): Promise<void>
    lastSequence(): Promise<number>; setLastSequence(handled: number): Promise<void> }\n`
  const sources = {
    operations: [beginnings.TypeScript, ...ids, ...examples].join('\n'),
    ...programs,
    crm: crm + programs.crm,
  }
  const files = Object.keys(sources).map((name) => `docs-${name}.ts`)
  await Promise.all(Object.values(sources).map((text, at) => writeFile(join(project, files[at]!), text)))
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2023,dom', '--module', 'nodenext']
  const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node', '--skipLibCheck']
  const args = [join(root, 'node_modules/typescript/bin/tsc'), ...options, ...types, ...files]
  const checked = await run(process.execPath, args, { cwd: project }).catch((error: { stdout: string }) => error)
  expect(checked.stdout).toBe('')
  expect(examples).toHaveLength(operations.length)
})
