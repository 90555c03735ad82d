/** What a thread of a node loads before it answers: most of its memory, and most of the time that a start takes. */
import { readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url).pathname

/** What a file makes Node load with it: not its types, and not what it imports later. */
function loadedWith(path: string): string[] {
  const { staticImports, staticExports } = parseSync(path, readFileSync(root + path, 'utf8')).module
  const imports = staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value)
  const reExports = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
  )
  return [...imports, ...reExports].map((from) => (from.startsWith('.') ? normalize(`${dirname(path)}/${from}`) : from))
}

/** All of it, as paths of ours and names of packages. */
function loadedAtStart(entry: string): Set<string> {
  const seen = new Set([entry])
  for (const path of seen) {
    if (!path.endsWith('.ts')) continue
    for (const next of loadedWith(path)) seen.add(next)
  }
  return seen
}

/** Each is a hundred files or a few megabytes, and needed by few requests or none: loaded by the first that needs it. */
const seldomNeeded =
  /^(better-auth|@better-auth\/oauth-provider|stripe|@modelcontextprotocol\/server|nodemailer|jose|pg-boss|prom-client|csv-parse|hyparquet|aws4fetch|@zxcvbn-ts\/.*)(\/|$)/

it.each(['src/open-node.ts', 'src/threads/serving-thread.ts'])(
  '%s loads no package that few requests need',
  (entry) => {
    const loaded = [...loadedAtStart(entry)]
    expect(loaded).toContain('src/contacts/search-contacts.ts')
    expect(loaded).toContain('fastify')
    expect(loaded.filter((name) => seldomNeeded.test(name))).toEqual([])
  },
)

it('the database starts before most of the code is loaded', () => {
  const loaded = [...loadedAtStart('src/main.ts')]
  expect(loaded).toContain('src/db/embedded/server.ts')
  expect(loaded).not.toContain('src/app.ts')
  expect(loaded).not.toContain('typebox')
})

it('the thread that builds the index loads little but the index', () => {
  const loaded = [...loadedAtStart('src/search/indexing/build-worker.ts'), ...loadedAtStart('src/catalog/feed.ts')]
  expect(loaded).not.toContain('fastify')
  expect(loaded).not.toContain('typebox')
})
