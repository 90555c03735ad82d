/**
 * Which module uses which: draws the table of ARCHITECTURE.md, and as a command says how many arrows and cycles there are,
 * here or in another working copy: `node scripts/module-graph.ts [folder]`.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findCycles, findCyclesIn, importsOf, isCode, isTest, readSources, type Source } from './source-files.ts'

const onTop = ['demo', 'process', 'threads', 'wiring']
const plumbing = ['base', 'db', 'queue', 'metrics']

/** `top` and `plumbing` are not modules: the one uses everything, the other is used by everything. */
export function moduleOf(path: string): string {
  if (!path.startsWith('src/')) return 'plumbing'
  const folder = /^src\/([^/]+)\//.exec(path)?.[1]
  if (folder === undefined || onTop.includes(folder)) return 'top'
  return plumbing.includes(folder) ? 'plumbing' : folder
}

/** The owner of each table: what its migration says, or a comment on the table in a later one. */
export function readTableOwners(migrations: readonly Source[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { text } of migrations) {
    for (const part of text.split(/(?=^-- .*\bOwner: src\/[\w-]+)/m)) {
      const owner = /Owner: src\/([\w-]+)/.exec(part)?.[1]
      for (const [, table] of part.matchAll(/CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?"?(\w+)"?(?=[\s(])/g)) {
        if (owner) owners.set(table!, owner)
      }
    }
    for (const [, table, owner] of text.matchAll(/COMMENT ON TABLE (\w+) IS 'Owner: src\/([\w-]+)/g)) {
      owners.set(table!, owner!)
    }
    for (const [, table, name] of text.matchAll(/ALTER TABLE (\w+) RENAME TO (\w+)/g)) {
      owners.set(name!, owners.get(table!)!)
      owners.delete(table!)
    }
    for (const [, tables] of text.matchAll(/DROP TABLE (?:IF EXISTS )?([\w, ]+);/g)) {
      for (const table of tables!.split(/, */)) owners.delete(table)
    }
  }
  return owners
}

type TableUse = { table: string; isWrite: boolean }

/** The tables that are named in the SQL of a file. */
export function tablesIn(text: string): TableUse[] {
  const named = text.matchAll(/\b(DELETE FROM|FROM|JOIN|INTO|UPDATE|COPY)\s+"?([a-z_]+)"?(?=[\s,;)(`]|$)/g)
  return [...named].map(([, verb, table]) => ({ table: table!, isWrite: verb !== 'FROM' && verb !== 'JOIN' }))
}

type Module = { name: string; uses: Set<string>; reads: Set<string>; owns: string[] }

export function readModules(root: string): Map<string, Module> {
  const sources = readSources(root, /\.(ts|sql)$/)
  const owners = readTableOwners(sources.filter(({ path }) => path.startsWith('migrations/')))
  const inSrc = sources.filter((source) => source.path.startsWith('src/') && isCode(source) && !isTest(source))
  const modules = new Map<string, Module>()
  for (const source of inSrc) {
    const name = moduleOf(source.path)
    const module = modules.get(name) ?? { name, uses: new Set(), reads: new Set(), owns: [] }
    modules.set(name, module)
    for (const { to } of importsOf(source)) module.uses.add(moduleOf(to))
    for (const { table } of tablesIn(source.text)) module.reads.add(owners.get(table) ?? name)
  }
  for (const module of modules.values()) {
    module.uses.delete(module.name)
    module.reads.delete(module.name)
    module.owns = [...owners].filter(([, owner]) => owner === module.name).map(([table]) => table)
  }
  return modules
}

const heading = '| module | what it is for | uses | owns the tables |'

/** The order of the rows and what a module is for are written by hand; the rest is drawn from the code. */
export function withModuleTable(architecture: string, modules: ReadonlyMap<string, Module>): string {
  return architecture
    .split('\n')
    .map((line, at, lines) => {
      const [, cell, purpose] = line.split('|')
      const module = modules.get(/^ `([\w-]+)` $/.exec(cell ?? '')?.[1] ?? '')
      const isInTable = lines.slice(0, at).lastIndexOf(heading) > lines.slice(0, at).lastIndexOf('')
      return module && isInTable ? drawRow(module, purpose!.trim()) : line
    })
    .join('\n')
}

function drawRow({ name, uses, reads, owns }: Module, purpose: string): string {
  const used = [...new Set([...uses, ...reads])].filter((other) => other !== 'plumbing').sort()
  const usedText = used.map((other) => (reads.has(other) ? `**\`${other}\`**` : `\`${other}\``)).join(', ')
  return `| \`${name}\` | ${purpose} | ${usedText} | ${owns.map((table) => `\`${table}\``).join(', ')} |`
}

/** The modules in the order of the table: each may use only those above it. */
export function readModuleOrder(architecture: string): string[] {
  const table = architecture.split(heading)[1]?.split('\n\n')[0] ?? ''
  return [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name!)
}

/** Arrows that run against the order of the table, as sentences. */
export function arrowsUp(order: readonly string[], modules: ReadonlyMap<string, Module>): string[] {
  return order.flatMap((name, at) => {
    const { uses, reads } = modules.get(name) ?? { uses: new Set<string>(), reads: new Set<string>() }
    return [...new Set([...uses, ...reads])]
      .filter((used) => used !== 'plumbing' && !order.slice(0, at).includes(used))
      .map((used) => `${name} must not use ${used}`)
  })
}

function report(root: string): void {
  const modules = readModules(root)
  const named = [...modules.values()].filter(({ name }) => name !== 'top' && name !== 'plumbing')
  const graph = new Map([...modules.values()].map(({ name, uses }) => [name, [...uses]]))
  const code = readSources(root, /\.(ts|tsx)$/).filter((source) => !isTest(source))
  const cycles = findCycles(code)
  const between = findCyclesIn(graph)
  const arrows = named.flatMap(({ uses }) => [...uses].filter((used) => used !== 'plumbing'))
  for (const { name, uses } of named) console.log(`${name} -> ${[...uses].sort().join(', ')}`)
  console.log(`\n${named.length} modules, ${arrows.length} arrows between them`)
  console.log(`${between.length} cycles between modules${between.map((cycle) => `\n  ${cycle}`).join('')}`)
  console.log(`${cycles.length} cycles between files, types and web included${cycles.map((c) => `\n  ${c}`).join('')}`)
  const architecture = readFileSync(`${root}ARCHITECTURE.md`, 'utf8')
  const order = readModuleOrder(architecture)
  if (order.length > 0) console.log(`${arrowsUp(order, modules).length} arrows against the order of ARCHITECTURE.md`)
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) report(`${resolve(process.argv[2] ?? '.')}/`)
