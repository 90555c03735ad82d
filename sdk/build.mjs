/**
 * What the package holds: JavaScript without comments, and types with all of them, by file name. `npm pack` writes it to sdk/dist.
 * Made by the bundler of the web application, because a start has it: servers hand the package out.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = import.meta.dirname

async function findBundler() {
  const root = join(folder, '..')
  const found = [join(root, 'node_modules'), join(root, 'web', 'node_modules')]
    .map((modules) => join(modules, 'rolldown', 'dist', 'experimental-index.mjs'))
    .find(existsSync)
  if (!found) throw new Error('Install Prospector first: npm start or npm test.')
  return import(pathToFileURL(found).href)
}

const withBuiltNames = (text) => text.replaceAll(/(from ")(\.\/\w+)\.ts"/g, '$1$2.js"')

export async function buildClient() {
  const { isolatedDeclarationSync, minifySync, transformSync } = await findBundler()
  const files = {}
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.ts') && !one.endsWith('.test.ts'))) {
    const source = readFileSync(join(folder, name), 'utf8')
    const types = isolatedDeclarationSync(name, source)
    const script = transformSync(name, source, { target: 'es2022' })
    const bare = minifySync(name, script.code, { compress: false, mangle: false, codegen: { removeWhitespace: false } })
    for (const { message } of [...types.errors, ...script.errors, ...bare.errors])
      throw new Error(`${name}: ${message}`)
    files[name.replace(/\.ts$/, '.js')] = withBuiltNames(bare.code)
    files[name.replace(/\.ts$/, '.d.ts')] = withBuiltNames(types.code)
  }
  return files
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  mkdirSync(join(folder, 'dist'))
  for (const [name, text] of Object.entries(await buildClient())) writeFileSync(join(folder, 'dist', name), text)
}
