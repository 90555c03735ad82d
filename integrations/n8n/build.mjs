/** What the package holds besides its manifest, by path: CommonJS, as n8n loads it, and the icons. `npm pack` writes it to dist. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = import.meta.dirname

/** That of the web application, because a start has it: servers hand the package out. */
async function findBundler() {
  const root = join(folder, '..', '..')
  const found = [join(root, 'node_modules'), join(root, 'web', 'node_modules')]
    .map((modules) => join(modules, 'rolldown', 'dist', 'index.mjs'))
    .find(existsSync)
  if (!found) throw new Error('Install Prospector first: npm start or npm test.')
  return import(pathToFileURL(found).href)
}

export async function buildNodes() {
  const { rolldown } = await findBundler()
  const { n8n } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = {}
  for (const built of [...n8n.credentials, ...n8n.nodes]) {
    const source = built.replace(/^dist\//, '').replace(/\.js$/, '.ts')
    const bundle = await rolldown({
      input: join(folder, source),
      external: [/^node:/, 'n8n-workflow'],
      platform: 'node',
    })
    const { output } = await bundle.generate({ format: 'cjs', exports: 'named' })
    await bundle.close()
    files[built] = output[0].code
  }
  for (const icon of readdirSync(join(folder, 'icons'))) {
    files[`dist/icons/${icon}`] = readFileSync(join(folder, 'icons', icon), 'utf8')
  }
  return files
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  for (const [path, text] of Object.entries(await buildNodes())) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
