/** The sources of a working copy, with what each imports and exports: read by the parser, so nothing hides from it. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path'
import { parseSync } from 'vite'

export type Source = { path: string; text: string }
type Import = { to: string; names: string[]; isType: boolean }

/** Everything that git knows or would add, and that is on disk. */
export function readSources(root: string, ending: RegExp): Source[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return listed
    .split('\n')
    .sort()
    .filter((path) => ending.test(path) && existsSync(root + path))
    .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }))
}

export const isCode = ({ path }: Source): boolean => /\.(ts|tsx|mjs)$/.test(path)
export const isTest = ({ path }: Source): boolean =>
  /(\.test\.tsx?|-fixture\.ts)$/.test(path) || path.startsWith('test/')

type ModuleRecord = ReturnType<typeof parseSync>['module']
const records = new Map<string, { of: string; record: ModuleRecord }>()

/** What a file imports and exports. Several checks ask for it, and parsing all files takes seconds. */
function recordOf({ path, text }: Source): ModuleRecord {
  const kept = records.get(path)
  if (kept?.of === text) return kept.record
  const record = parseSync(path, text).module
  records.set(path, { of: text, record })
  return record
}

/** Imports of other files of the repository, also re-exports and `import()`. `names` has `*` for a whole file. */
export function importsOf(source: Source): Import[] {
  const { path, text } = source
  const { staticImports, staticExports, dynamicImports } = recordOf(source)
  const target = (specifier: string): string => normalize(`${dirname(path)}/${specifier}`)
  const imports = staticImports.map(({ moduleRequest, entries }) => ({
    from: moduleRequest.value,
    names: entries.map(({ importName }) => nameOf(importName)),
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
  }))
  const reExports = staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ moduleRequest }) => moduleRequest !== null)
    .map(({ moduleRequest, importName, isType }) => ({
      from: moduleRequest!.value,
      names: [nameOf(importName)],
      isType,
    }))
  const dynamic = dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    from: text.slice(start, end).replaceAll(/^['"`]|['"`]$/g, ''),
    names: ['*'],
    isType: false,
  }))
  return [...imports, ...reExports, ...dynamic]
    .filter(({ from }) => from.startsWith('.'))
    .map(({ from, names, isType }) => ({ to: target(from), names, isType }))
}

export function exportsOf(source: Source): string[] {
  return recordOf(source).staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName }) => (exportName.kind === 'Default' ? 'default' : (exportName.name ?? '*'))),
  )
}

const nameOf = ({ kind, name }: { kind: string; name?: string | null }): string =>
  kind === 'Default' ? 'default' : (name ?? '*')

/** Every way round by which a file uses itself, once each, as paths joined by arrows. Types count. */
export function findCycles(sources: readonly Source[]): string[] {
  const graph = new Map(sources.map((source) => [source.path, importsOf(source).map(({ to }) => to)]))
  return findCyclesIn(graph)
}

export function findCyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (node: string, trail: string[]): void => {
    if (trail.includes(node)) cycles.push([...trail.slice(trail.indexOf(node)), node].join(' -> '))
    if (done.has(node) || trail.includes(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}
