/** The Python package as a customer gets it: built, installed into an empty environment, and used there. `npm run long -- python`. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePackages } from '../../scripts/packages/make.mjs'
import { repeat } from '../../src/base/repeat.ts'
import { sql } from '../../src/base/sql.ts'
import { beginnings } from '../../src/http/docs/clients.ts'
import { pythonPrograms } from '../../src/http/docs/python-programs.ts'
import { exampleToken } from '../../src/hubspot/hubspot-schema.ts'
import { operations } from '../../src/operations.ts'
import { findFreePort, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { blocksOf, createDocsReader } from '../../test/support/docs-reader.ts'
import { type HubspotSimulator, startHubspot } from '../../test/support/hubspot-simulator.ts'
import { type PublicHost, startPublicHost } from '../../test/support/public-host.ts'
import { toPlain } from '../../test/support/run-snippet.ts'
import { createTestKey } from '../../test/support/test-key.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const python = process.env.TEST_PYTHON!
let folder: string
let installed: string
let test: ServedApp
let host: PublicHost
let hubspot: HubspotSimulator | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prospector-python-'))
  const source = join(folder, 'source')
  await cp(join(root, 'sdk-python'), source, { recursive: true, filter: (path) => !/dist|__pycache__/.test(path) })
  await run(python, [
    '-m',
    'build',
    '--no-isolation',
    '--skip-dependency-check',
    '--outdir',
    join(folder, 'dist'),
    source,
  ])
  installed = await install('.whl')
  host = await startPublicHost('crm.example')
  hubspot = await startHubspot()
  hubspot.openPortal({ token: exampleToken })
  test = await startServedApp({ webhookRequests: host.requests, hubspot: hubspot.ends })
  await test.plantContacts(30)
  await test.app.database.query(sql`UPDATE stores SET category = 'fashion', country = 'US'`)
  await test.app.start()
}, 600_000)
afterAll(async () => {
  await test?.stop()
  await host?.stop()
  await hubspot?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** An empty environment with the built file in it; httpx is the machine's own. */
async function install(ending: string, given?: string): Promise<string> {
  const environment = join(folder, `environment${ending}`)
  const built = (await readdir(join(folder, 'dist'))).find((name) => name.endsWith(ending))
  const file = given ?? join(folder, 'dist', built!)
  await run(python, ['-m', 'venv', '--system-site-packages', environment])
  const program = join(environment, 'bin/python')
  const quiet = ['--quiet', '--no-index', '--no-deps', '--no-build-isolation']
  await run(program, ['-m', 'pip', 'install', ...quiet, file])
  return program
}

/** Of the live account, unless others are given. */
async function play(args: string[], { credits = 50, program = installed, apiKey: given = '', env: more = {} } = {}) {
  const apiKey = given || (await test.createAccount({ credits })).apiKey
  const env = { ...process.env, PROSPECTOR_URL: test.url, PROSPECTOR_KEY: apiKey, ...more }
  return run(program, args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 })
}

it('SDK-6: wheel and sdist install, and hold the version, the types and their mark', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const program = [
    'import prospector_client, pathlib, importlib.metadata as m',
    'f = pathlib.Path(prospector_client.__file__).parent',
    'print(prospector_client.__version__, m.version("prospector-client"), (f / "py.typed").exists(), m.requires("prospector-client"))',
  ].join('\n')
  for (const where of [installed, await install('.tar.gz')]) {
    const { stdout } = await play(['-c', program], { program: where })
    expect(stdout).toMatch(new RegExp(`^${version} ${version} True .*httpx`))
  }
})

it('SDK-6: the wheel that servers hand out installs, too', async () => {
  const [, wheel] = await makePackages(join(folder, 'packages'))
  const program = await install('.handed-out', wheel)
  const { stdout } = await play(['-m', 'pip', 'show', '--files', 'prospector-client'], { program })
  expect(stdout).toMatch(/^Requires: anyio, httpx$/m)
  expect(stdout).toContain('prospector_client/py.typed')
  const made = await play(['-c', 'import prospector_client as p; print(p.Prospector().get_usage()["object"])'], {
    program,
  })
  expect(made.stdout.trim()).toBe('usage')
})

it('SDK-6: retries, keys, errors and signatures are those of the TypeScript client', async () => {
  const { stderr } = await play(['-m', 'unittest', 'discover', join(root, 'sdk-python/tests')])
  expect(stderr).toMatch(/Ran \d\d tests[\s\S]*\nOK\n$/)
})

it.each(['sync', 'async'])('SDK-6: the scenario that both clients are driven through, %s', async (kind) => {
  const scenario = join(root, 'sdk/scenario.json')
  const { steps } = JSON.parse(await readFile(scenario, 'utf8'))
  const { stdout } = await play([join(root, 'sdk-python/tests/scenario.py'), scenario, kind], { credits: 40 })
  expect(stdout.trim()).toBe(String(steps.length))
})

it('SDK-6: the examples of the readme run as they are printed', async () => {
  const readme = await readFile(join(root, 'sdk-python/README.md'), 'utf8')
  const examples = [...readme.matchAll(/```python\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n')
  await writeFile(
    join(folder, 'readme.py'),
    examples.replace('"https://prospector.example"', 'os.environ["PROSPECTOR_URL"]'),
  )
  const working = repeat(
    100,
    async () => void (await test.app.queue.runWaiting()),
    () => {},
  )
  const { stdout } = await play(['readme.py']).finally(working.stop)
  expect(stdout).toContain('Ada Lovelace')
  expect(stdout).toMatch(/^finished 0$/m)
  expect(stdout).toMatch(/^\d+ job\.finished$/m)
  expect(stdout).toMatch(/^\d+ revealed$/m)
})

it('DOC-5: every Python example of an operation runs as it is pasted, one after the other', async () => {
  const { apiKey, testKey, eventId } = await createDocsReader(test)
  const page = (await test.call('GET', '/docs')).text
  const blocks = blocksOf(page, 'Python').map(({ code }) => code)
  expect(blocks).toHaveLength(operations.length)
  const told = { begin: beginnings.Python, test_key: testKey, given: { event_id: eventId }, blocks }
  await writeFile(join(folder, 'pasted.json'), JSON.stringify(told))
  const { stdout } = await play([join(root, 'sdk-python/tests/pasted.py'), 'pasted.json'], { apiKey })
  expect(stdout).toBe(String(blocks.length))
})

it('SDK-6: its types hold, and wrong requests are refused by a type checker', async () => {
  const strict = ['-m', 'mypy', '--strict', '--enable-incomplete-feature=Unpack', '--cache-dir', join(folder, 'mypy')]
  await writeFile(
    join(folder, 'typed.py'),
    `from prospector_client import Prospector
from prospector_client.models import ContactPreview

client = Prospector("psk", "http://localhost:8080")


def first() -> ContactPreview | None:
    for contact in client.each(client.list_revealed_contacts, limit=1):
        print(contact["emails"][0]["email"])
    for event in client.events.follow():
        if event["type"] == "reveal.created":
            print(event["data"]["credits"] + 1)
    client.search_contacts(person={"seniority_any": ["boss"]})  # wrong 1
    client.reveal_contacts()  # wrong 2
    client.each(client.list_revealed_contacts, limt=1)  # wrong 3
    client.jobs.start(kind="revel")  # wrong 4
    data = client.search_contacts(person={"seniority_any": ["executive"]})["data"]
    return data[0] if data else None
`,
  )
  const checked = await play([...strict, 'typed.py']).catch((error: { stdout: string }) => error)
  const found = [...checked.stdout.matchAll(/^typed\.py:(\d+): error/gm)].map(([, line]) => Number(line))
  expect(found, checked.stdout).toEqual([13, 14, 15, 16])
  const own = await play([...strict, '-p', 'prospector_client']).catch((error: { stdout: string }) => error)
  expect(own.stdout).toMatch(/^Success/)
})

describe('DOC-3: the programs of the guides in Python', () => {
  const testKey = async () => (await createTestKey(test, (await test.createAccount()).accountId)).apiKey

  /** A program of the guides as it is printed, in test mode. */
  async function playProgram(code: string, env: Record<string, string> = {}) {
    const apiKey = await testKey()
    await writeFile(join(folder, 'program.py'), code)
    const working = repeat(
      100,
      async () => void (await test.app.queue.runWaiting()),
      () => {},
    )
    return play(['program.py'], { apiKey, env: { PROSPECTOR_TEST_KEY: apiKey, ...env } }).finally(working.stop)
  }

  it('are on the page as they run', async () => {
    const page = toPlain((await test.call('GET', '/docs')).text)
    for (const program of Object.values(pythonPrograms)) expect(page).toContain(program)
  })

  it('25 people are found, quoted and revealed', async () => {
    const { stdout } = await playProgram(pythonPrograms.reveal)
    expect(stdout).toMatch(/^25 of \d+ people\n25 credits; 1000 can be spent\n(\S+ .+@\S+\n){25}25 credits spent\n$/)
  })

  it('a job is quoted, started, waited for and read', async () => {
    const { stdout } = await playProgram(pythonPrograms.jobs.replace('"max": 500', '"max": 12'))
    expect(stdout).toMatch(/^At most 12 credits; 1000 can be spent\.$/m)
    expect(stdout).toMatch(/^finished None 12 credits$/m)
    expect(stdout.match(/^newly_revealed /gm)).toHaveLength(12)
  })

  it('signals lead to stores and people', async () => {
    const { stdout } = await playProgram(pythonPrograms.signals)
    expect(stdout).toMatch(/^[1-9]\d* stores$/m)
    expect(stdout).toMatch(/ app_added \w/)
    expect(stdout).toMatch(/^[1-9]\d* people to write to$/m)
  })

  it('a watch is previewed, made and visited, and a store is followed', async () => {
    const { stdout } = await playProgram(pythonPrograms.watches)
    expect(stdout).toMatch(/^\d+ people in the last 30 days\nWatching New apps\n\S+ True wat_\w+\n$/)
  })

  it('test mode shows outcomes, errors and the end of a trial', async () => {
    const { stdout } = await playProgram(pythonPrograms.testMode)
    expect(stdout).toMatch(/^vera@magic\.example 999\nNo credits: http\S+\nLapsed: http\S+\n$/)
  })

  it('a CRM follows reveals, and goes on where it stopped', async () => {
    const crm = `kept, sequence = [], 0
def customers(): return [{"email": "known@customer.example"}]
def last_sequence(): return sequence
def upsert(contact): kept.append(contact["id"])
def remove(contact_id): kept.remove(contact_id)
def set_last_sequence(handled):
    if len(kept) == 2:
        print(kept, handled)
        raise SystemExit
`
    await writeFile(join(folder, 'crm.py'), crm)
    const reveal = `from prospector_client import Prospector
for name in ("ct_test_VerifiedEmailOne", "ct_test_PhoneOnlyContact"):
    Prospector().reveal_contacts(contact_ids=[name])
`
    const { stdout } = await playProgram(`${reveal}${pythonPrograms.crm}`)
    expect(stdout).toMatch(/^\['ct_test_VerifiedEmailOne', 'ct_test_PhoneOnlyContact'\] \d+\n$/)
  })

  it('webhooks arrive and are verified', async () => {
    const port = String(await findFreePort())
    host.answer(async ({ headers, body }, response) => {
      const sent = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])])
      const init = { method: 'POST', headers: Object.fromEntries(sent), body }
      response.writeHead((await fetch(`http://127.0.0.1:${port}`, init)).status).end()
    })
    await writeFile(join(folder, 'program.py'), pythonPrograms.webhooks)
    const more = { PROSPECTOR_URL: test.url, PROSPECTOR_KEY: await testKey(), PORT: port }
    const env = { ...process.env, ...more, WEBHOOK_URL: host.at('crm.example', '/hook') }
    const child = spawn(installed, ['program.py'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] })
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
    })
    try {
      await expect.poll(() => said).toContain('webhook.test')
      expect((await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' })).status).toBe(400)
    } finally {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
  })
})
