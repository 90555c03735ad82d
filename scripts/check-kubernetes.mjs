/**
 * Holds deploy/kubernetes against the published schemas of Kubernetes and CloudNativePG: values by their validators, and names of fields by
 * their types, which a validator would let pass. Installs both into a temporary folder, so it needs npm's registry.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const packages = ['kubernetes-models@5.1.0', '@kubernetes-models/cloudnative-pg@2.0.0', 'yaml@2.8.1']
const manifests = fileURLToPath(new URL('../deploy/kubernetes/', import.meta.url))
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))

/** Where the models of a kind are: the core group has no name. */
const moduleOf = (apiVersion, kind) =>
  `${apiVersion.startsWith('postgresql.cnpg.io/') ? '@kubernetes-models/cloudnative-pg' : 'kubernetes-models'}/${apiVersion}/${kind}`

const folder = mkdtempSync(join(tmpdir(), 'prospector-kubernetes-'))
try {
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], {
    cwd: folder,
    stdio: 'inherit',
  })
  process.exitCode = await check()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function check() {
  const require = createRequire(join(folder, 'package.json'))
  const { parseAllDocuments } = await import(pathToFileURL(require.resolve('yaml')).href)
  const read = (name) => parseAllDocuments(readFileSync(join(manifests, name), 'utf8')).map((one) => one.toJS())
  const [{ resources }] = read('kustomization.yaml')
  const files = readdirSync(manifests).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
  const problems = files
    .filter((name) => !resources.includes(name))
    .map((name) => `${name} is not in kustomization.yaml.`)
  const typed = []
  for (const name of resources) {
    for (const [at, document] of read(name).entries()) {
      const { apiVersion, kind } = document
      const path = moduleOf(apiVersion, kind)
      try {
        const model = await import(pathToFileURL(join(folder, 'node_modules', `${path}.js`)).href)
        new model[kind](document).validate()
        typed.push(`import type { I${kind} as K${typed.length} } from '${path}'
export const of_${name.replaceAll(/\W/g, '_')}_${at}: K${typed.length} = ${JSON.stringify(document, null, 1)}`)
        console.log(`${name}: ${kind} ${document.metadata.name}`)
      } catch (error) {
        problems.push(`${name}: ${kind}: ${error.message}`)
      }
    }
  }
  writeFileSync(join(folder, 'manifests.ts'), typed.join('\n'))
  try {
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'esnext']
    execFileSync(process.execPath, [compiler, ...options, 'manifests.ts'], { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    problems.push(error.stdout || error.message)
  }
  for (const problem of problems) console.error(problem)
  return problems.length === 0 ? 0 : 1
}
