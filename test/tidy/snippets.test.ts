/** Every block of code in a document is run by a test, or stands here with the reason why it is not. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { loadProgram } from '../../cli/program.ts'
import { fencedBlocks } from '../support/fenced-blocks.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')

/** `run`: the test that runs it. `not`: why none does. */
type Entry = [begins: string, how: { run: string } | { not: string }]

const run = (test: string) => ({ run: test })
const not = (reason: string) => ({ not: reason })
const diagram = not('a diagram')
const commands = run('test/tidy/snippets.test.ts') // the last test below
const operatorDocs = run('test/journeys/operator-docs.test.ts')
const settings = not(
  'settings for a machine of the reader’s; test/tidy/deploy.test.ts and src/base/config.test.ts hold their names and forms',
)

/** In the order of the document, each by how it begins. */
const known: Record<string, Entry[]> = {
  'ARCHITECTURE.md': [
    ['http/rest.ts', diagram],
    ['contacts/search-contacts.ts', diagram],
  ],
  'CONTRIBUTING.md': [['npm test', not('it is how this test was started; CI starts the other one')]],
  'README.md': [
    ['npm start', not('what every run of the tests and the container of CI begin with')],
    ['Prospector is running.', run('src/http/guides.test.ts')],
    ['curl -s http://localhost:8080/api/v1/contacts/reveal', run('src/http/guides.test.ts')],
    ['curl -s http://localhost:8080/api/v1/contacts/search', run('src/http/guides.test.ts')],
    ['export DATABASE_URL=', operatorDocs],
  ],
  'deploy/ha/README.md': [
    ['apt-get install patroni', not('installs system packages: npm run long -- failover does it')],
    ['cat fullchain.pem', not('changes a system: test/ha/haproxy-tls.test.ts runs the file that it copies')],
    ['certbot certonly', not('needs a public address')],
  ],
  'deploy/kubernetes/README.md': [
    ['kubectl ', not('needs a cluster: npm run check-kubernetes holds the manifests against their schemas')],
  ],
  'docs/backups.md': [
    ['BACKUP_SCHEDULE=', settings],
    ['prospector backup list', commands],
    ['BACKUP_SCHEDULE=', settings],
  ],
  'docs/capacity.md': [['npm run bench capacity', not('a benchmark of many minutes')]],
  'docs/debugging.md': [
    ['THREADS=1 node_modules/.bin/node --inspect ', not('waits for a debugger')],
    ['node_modules/.bin/node --inspect-brk ', not('waits for a debugger')],
    ['npm start 2>&1', not('a log of the reader’s own start')],
    ['THREADS=1 node_modules/.bin/node --cpu-prof', not('profiles until it is stopped')],
    ['SUPER=', not('needs psql, which the package does not contain')],
    ['port=$(sed', not('needs psql, which the package does not contain')],
    ['SELECT name, applied_at', operatorDocs],
  ],
  'docs/import.md': [
    ['prospector import stores.csv --contacts', operatorDocs],
    ['{"domain": "northwind-candles.example"', operatorDocs],
    ['$ prospector import stores.csv --dry-run', operatorDocs],
    ['{\n  "columns":', operatorDocs],
    ['curl -sN', operatorDocs],
  ],
  'docs/mechanisms/billing.md': [['Stripe event', diagram]],
  'docs/mechanisms/credits.md': [[' reveal requests', diagram]],
  'docs/mechanisms/jobs.md': [['POST /jobs', diagram]],
  'docs/mechanisms/limits.md': [['request ──▶', diagram]],
  'docs/mechanisms/search.md': [[' PostgreSQL', diagram]],
  'docs/mechanisms/suppression.md': [['prospector suppress --email E\n', diagram]],
  'docs/operating.md': [
    ['[Service]', not('a unit of systemd')],
    ['CHANNEL_KEY=', settings],
    ['DELETE FROM signing_keys', operatorDocs],
    ['CREATE ROLE', not('roles of a whole server: src/db/embedded makes the same two for the embedded one')],
    ['prospector audit --account', commands],
    ['prospector operator create', commands],
    ['curl -H "Authorization: Bearer pso_…"', operatorDocs],
    ['{\n  "pro":', run('src/billing/plans/plans.test.ts')],
    ['prospector suppress --email', commands],
  ],
  'docs/privacy.md': [
    ['prospector privacy list', commands],
    ['{\n  "about":', operatorDocs],
    ['prospector privacy notices send', commands],
    ['prospector privacy drop rehearse', commands],
  ],
  'docs/scaling.md': [
    [
      'node scripts/setup.mjs',
      not('machines and a database of one’s own; each command is tried where it is described'),
    ],
    ['DATABASE_URL=', settings],
    ['pool_mode', not('settings of PgBouncer; test/faults/pooler.test.ts has the mode')],
    ['ALTER ROLE prospector', operatorDocs],
  ],
  'docs/stripe.md': [['stripe login', not('needs an account at Stripe, and the internet')]],
  'integrations/n8n/README.md': [
    ['npm install --prefix', run('src/http/docs/packages.test.ts')],
    ['{\n  "name": "Prospector: search and reveal"', run('test/integrations/n8n.test.ts')],
  ],
  'integrations/zapier/README.md': [
    [
      'npm install\nnpx zapier-platform-cli validate --without-style\n',
      not('publishes under an account at Zapier. The first two lines are run by scripts/interop/drivers/zapier.mjs'),
    ],
  ],
  'sdk-python/README.md': [
    ['pip install', run('sdk-python/tests/python.test.ts')],
    ['import os', run('sdk-python/tests/python.test.ts')],
    ['job = client.jobs.start', run('sdk-python/tests/python.test.ts')],
    ['import asyncio', run('sdk-python/tests/python.test.ts')],
  ],
  'sdk/README.md': [
    ['npm install', run('sdk/package.test.ts')],
    ['import { createProspector', run('sdk/package.test.ts')],
    ['const job =', run('sdk/package.test.ts')],
  ],
  'src/billing/README.md': [['signed event', diagram]],
}

describe('DOC-9: code in documents', () => {
  it.each(documents.filter((path) => known[path] || fencedBlocks(path).length > 0))(
    '%s: every block is run by a test, or says why not',
    (path) => {
      const entries = known[path] ?? []
      const begins = fencedBlocks(path).map(({ code }, at) => {
        const expected = entries[at]?.[0]
        return expected !== undefined && code.startsWith(expected) ? expected : code.split('\n')[0]
      })
      expect(begins).toEqual(entries.map(([beginning]) => beginning))
    },
  )

  it('the tests that are named read the document', () => {
    const unread = Object.entries(known).flatMap(([path, entries]) =>
      entries.flatMap(([, how]) => {
        if (!('run' in how) || how === commands) return []
        const name = path.split('/').at(-1)!
        return readFileSync(root + how.run, 'utf8').includes(name) ? [] : [`${how.run} does not name ${path}`]
      }),
    )
    expect(unread).toEqual([])
  })
})

const program = await loadProgram([])

/** What the command line would say to these words, without doing anything. */
function faultOf(words: string[]): string | null {
  let command: Command = program
  let at = 0
  for (; at < words.length; at += 1) {
    const verb = command.commands.find((one) => one.name() === words[at])
    if (!verb) break
    command = verb
  }
  if (command === program) return `there is no command ${words[0]}`
  const rest = words.slice(at)
  const operands: string[] = []
  for (let index = 0; index < rest.length; index += 1) {
    const word = rest[index]!
    if (!word.startsWith('-') || word === '-') {
      operands.push(word)
      continue
    }
    const option = command.options.find(({ long, short }) => long === word || short === word)
    if (!option) return `${command.name()} has no option ${word}`
    if (option.required) index += 1
  }
  const needed = command.registeredArguments.filter(({ required }) => required).length
  const isOpen = command.registeredArguments.some(({ variadic }) => variadic)
  const most = isOpen ? Number.POSITIVE_INFINITY : command.registeredArguments.length
  if (operands.length < needed || operands.length > most) return `${command.name()} takes other arguments: ${operands}`
  return null
}

it('DOC-9: every command in a block of code is one that the command line takes', () => {
  const lines = documents.flatMap((path) =>
    fencedBlocks(path).flatMap(({ code }) =>
      code
        .split('\n')
        .filter((line) => /^(\$ |zcat \S+ \| )?(bin\/)?prospector [a-z]/.test(line) && !line.includes(' E\n'))
        .map((line) => ({ path, line })),
    ),
  )
  expect(lines.length).toBeGreaterThan(30)
  const faults = lines.flatMap(({ path, line }) => {
    const [, command] = /(?:bin\/)?prospector (.*)$/.exec(line.replace(/\s+#.*$/, ''))!
    const words = [...command!.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
      ([, one, two, three]) => one ?? two ?? three!,
    )
    // Square brackets stand around what may be left out.
    const fault = faultOf(words.filter((word) => !word.startsWith('[')))
    return fault ? [`${path}: ${line}: ${fault}`] : []
  })
  expect(faults).toEqual([])
})
