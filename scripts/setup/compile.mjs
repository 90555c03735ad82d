/**
 * Compiles the server and the command, with the packages they use, into dist/server: `node scripts/setup/compile.mjs FOLDER`.
 * By the bundler of the web application, because a start has it. Not minified: a profile can be read without its maps.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compiledFolder, digestOf, readCompiled } from '../../bin/compiled.mjs'
import { digestOfPackages, findBundler } from './compiled-server.mjs'

const root = process.argv[2]
const isOurs = (id) => id.startsWith(join(root, '/')) && !id.includes('/node_modules/')
/** From a folder in dist/server. */
const toRoot = '../../..'
const place = '__PLACE_OF_THE_COMPILED_FILE__'
/** What a node loads one after the other; the rest comes with it. */
const startsWith = new Set(['cli/run.ts', 'cli/commands/serve.ts', 'src/main.ts', 'src/open-node.ts'])

/** Files beside a source stay where they are. What a thread begins with, or loads by its address, is compiled, too. */
const addresses = {
  name: 'addresses',
  transform(code, id) {
    if (!isOurs(id) || !code.includes('import.meta.url')) return null
    const withEntries = code.replaceAll(/new URL\('([./\w-]+)\.ts', import\.meta\.url\)/g, (_, path) => {
      const fileName = `${path.split('/').at(-1)}.js`
      this.emitFile({ type: 'chunk', id: join(dirname(id), `${path}.ts`), fileName })
      return `new URL('./${fileName}', ${place})`
    })
    const ofSource = `new URL('${toRoot}/${relative(root, id)}', ${place}).href`
    // Without a map of its own: no line moves.
    return { code: withEntries.replaceAll('import.meta.url', ofSource).replaceAll(place, 'import.meta.url'), map: null }
  },
}

const { rolldown } = await import(pathToFileURL(join(findBundler(), 'dist', 'index.mjs')).href)
const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: { main: join(root, 'cli', 'main.ts') },
  // The driver asks for it where somebody has installed it.
  external: ['pg-native'],
  plugins: [addresses],
  logLevel: 'silent',
})
const { output } = await bundle.generate({
  dir: join(compiledFolder(root), 'any'),
  format: 'esm',
  keepNames: true,
  sourcemap: 'hidden',
  comments: false,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  banner: ({ isEntry }) => (isEntry ? `import '${toRoot}/bin/traces.mjs'` : ''),
})
await bundle.close()
keep(output.filter(({ type }) => type === 'chunk'))

/** Beside the build before, from which nodes that run go on loading what they need later. */
function keep(chunks) {
  const before = readCompiled(root)?.folder
  const home = compiledFolder(root)
  const folder = digestOf(chunks.map(({ fileName, code }) => `${fileName}\0${code}`).join('\0')).slice(0, 16)
  mkdirSync(join(home, folder), { recursive: true })
  for (const { fileName, code, map } of chunks) {
    writeFileSync(join(home, folder, fileName), code)
    // One that only hands on what others export has no map.
    const { sources, mappings } = map ?? { sources: [], mappings: '' }
    writeFileSync(join(home, folder, `${fileName}.map`), JSON.stringify({ version: 3, sources, mappings }))
  }
  const sources = [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds))].filter(isOurs).sort()
  const current = {
    folder,
    ofStart: chunks
      .filter(({ moduleIds }) => moduleIds.some((id) => startsWith.has(relative(root, id))))
      .map(({ fileName }) => fileName),
    packages: digestOfPackages(root),
    sources: Object.fromEntries(sources.map((path) => [relative(root, path), describe(path)])),
  }
  writeFileSync(join(home, 'current.json.new'), JSON.stringify(current))
  renameSync(join(home, 'current.json.new'), join(home, 'current.json'))
  for (const name of readdirSync(home)) {
    if (![folder, before, 'current.json'].includes(name)) rmSync(join(home, name), { recursive: true })
  }
}

function describe(path) {
  const { size, mtimeMs: time } = statSync(path)
  return { size, time, digest: digestOf(readFileSync(path)) }
}
