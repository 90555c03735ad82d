/** The Python package as a customer gets it: built, installed into an empty environment, and used there. `npm run long -- python`. */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repeat } from '../../src/base/repeat.ts'
import { type ServedApp, startServedApp } from '../../test/support/browser.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const python = process.env.TEST_PYTHON!
let folder: string
let installed: string
let test: ServedApp

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
  test = await startServedApp()
  await test.plantContacts(30)
  await test.app.start()
}, 600_000)
afterAll(async () => {
  await test?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** An empty environment with the built file in it; httpx is the machine's own. */
async function install(ending: string): Promise<string> {
  const environment = join(folder, `environment${ending}`)
  const file = (await readdir(join(folder, 'dist'))).find((name) => name.endsWith(ending))!
  await run(python, ['-m', 'venv', '--system-site-packages', environment])
  const program = join(environment, 'bin/python')
  const quiet = ['--quiet', '--no-index', '--no-deps', '--no-build-isolation']
  await run(program, ['-m', 'pip', 'install', ...quiet, join(folder, 'dist', file)])
  return program
}

/** Of the live account, unless others are given. */
async function play(args: string[], { credits = 50, program = installed } = {}) {
  const { apiKey } = await test.createAccount({ credits })
  const env = { ...process.env, PROSPECTOR_URL: test.url, PROSPECTOR_KEY: apiKey }
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
    examples.replace('"http://localhost:8080"', 'os.environ["PROSPECTOR_URL"]'),
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
