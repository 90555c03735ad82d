/** The house rules of ARCHITECTURE.md, as a test: who may use whom, how large things get, and which names are banned. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('../', import.meta.url).pathname
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs|sql)$/.test(path))

type Source = { path: string; text: string }
const sources: Source[] = tracked.map((path) => ({ path, text: readFileSync(root + path, 'utf8') }))
const code = sources.filter(({ path }) => !path.endsWith('.sql'))
const isTest = (path: string): boolean => /(\.test\.tsx?|-fixture\.ts)$/.test(path) || path.startsWith('test/')
const inSrc = code.filter(({ path }) => path.startsWith('src/') && !isTest(path))

/** What a room may use, beside itself and the plumbing. Operations stand on top and may use every room. */
const mayUse: Record<string, readonly string[]> = {
  credits: [],
  usage: [],
  search: [],
  catalog: [],
  access: ['usage', 'credits'],
  // It serves pages and a webhook of its own, hence http.
  billing: ['access', 'credits', 'usage', 'http'],
  contacts: ['access', 'catalog', 'credits', 'search', 'usage'],
  stores: ['access', 'catalog', 'credits', 'search', 'usage'],
  collections: ['access'],
}

/** The plumbing knows no domain; faces know operations as data, and who is calling. */
const plumbingMayUse: Record<string, readonly string[]> = {
  db: [],
  http: ['access'],
  mcp: ['access', 'http'],
}

const roomOf = (path: string): string => /^src\/([^/]+)\//.exec(path)?.[1] ?? 'top'
const isOperation = ({ text }: Source): boolean => /\bdefineOperation\(/.test(text)

function importsOf({ path, text }: Source): { to: string; typeOnly: boolean }[] {
  const found = text.matchAll(/^(?:import|export) (type )?[^;]*? from '(\.[^']+)'/gm)
  return [...found].map((match) => ({
    to: normalize(`${dirname(path)}/${match[2]}`),
    typeOnly: match[1] !== undefined,
  }))
}

describe('rooms', () => {
  it('a room uses only the rooms it may', () => {
    const broken = inSrc.flatMap((source) => {
      const room = roomOf(source.path)
      const allowed = mayUse[room] ?? plumbingMayUse[room]
      if (!allowed || isOperation(source)) return []
      return importsOf(source)
        .filter(({ to }) => {
          const other = roomOf(to)
          const isDomain = other in mayUse || other === 'http' || other === 'mcp'
          return isDomain && other !== room && !allowed.includes(other)
        })
        .map(({ to }) => `${source.path} must not use ${to}`)
    })
    expect(broken).toEqual([])
  })

  it('the composition root and the list of operations are used by nobody below them', () => {
    const broken = inSrc
      .filter(({ path }) => roomOf(path) !== 'top')
      .flatMap((source) =>
        importsOf(source)
          .filter(({ to, typeOnly }) => /^src\/(app|main|operations)\.ts$/.test(to) && !typeOnly)
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
    expect(readers).toEqual(['src/config.ts', 'src/db/embedded-cluster.ts'])
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

  it('every table has an owner, named in its migration', () => {
    expect(owners.get('credit_entries')).toBe('credits')
    const migrations = sources.filter(({ path }) => path.startsWith('migrations/'))
    const unowned = migrations.filter(({ text }) => /CREATE .*TABLE/.test(text) && !/Owner: src\/\w+/.test(text))
    expect(unowned.map(({ path }) => path)).toEqual([])
  })

  it("a table is named in SQL only in its owner's folder", () => {
    const broken = inSrc.flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|COPY)\s+"?([a-z_]+)"?(?=[\s,;)(`]|$)/g)]
        .map((match) => match[1]!)
        .filter((table) => owners.has(table) && owners.get(table) !== roomOf(path))
        .map((table) => `${path} names ${table}, which belongs to src/${owners.get(table)}`),
    )
    expect(broken).toEqual([])
  })
})

describe('sizes', () => {
  const linesMax = 400
  const functionLinesMax = 100
  const isData = (path: string): boolean => path.includes('/words/') || /-data\.ts$/.test(path)

  it(`no file is longer than ${linesMax} lines`, () => {
    const long = code
      .filter(({ path, text }) => !isData(path) && !isTest(path) && text.split('\n').length > linesMax)
      .map(({ path, text }) => `${path}: ${text.split('\n').length}`)
    expect(long).toEqual([])
  })

  it(`no function is longer than ${functionLinesMax} lines`, () => {
    const long = inSrc
      .filter(({ path }) => !isData(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^( *)(?:export )?(?:async )?function\*? (\w+)[\s\S]*?^\1\}$/gm)]
          .filter(([body]) => body.split('\n').length > functionLinesMax)
          .map((match) => `${path}: ${match[2]} has ${match[0].split('\n').length} lines`),
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

it('every domain room explains itself', () => {
  const missing = Object.keys(mayUse).filter((room) => {
    const listed = execFileSync(
      'git',
      ['ls-files', '--cached', '--others', '--exclude-standard', `src/${room}/README.md`],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    return listed.trim() === ''
  })
  expect(missing).toEqual([])
})
