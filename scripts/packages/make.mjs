/** Makes the clients, and the nodes for n8n, as packages that npm and pip install: `node scripts/packages/make.mjs FOLDER`. Servers hand them out under /docs/packages. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildNodes } from '../../integrations/n8n/build.mjs'
import { buildClient } from '../../sdk/build.mjs'
import { tarball, zip } from './archives.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const read = (path) => readFileSync(join(root, path), 'utf8')

/** A package for npm: its manifest without scripts, its readme and licence, and what was built. */
function npmPackage(folder, licence, built) {
  const { scripts, ...manifest } = JSON.parse(read(`${folder}/package.json`))
  const files = {
    'package/package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'package/README.md': read(`${folder}/README.md`),
    [`package/${licence}`]: read(`${folder}/${licence}`),
    ...Object.fromEntries(Object.entries(built).map(([path, text]) => [`package/${path}`, text])),
  }
  const name = manifest.name.replace('@', '').replace('/', '-')
  return { name: `${name}-${manifest.version}.tgz`, body: tarball(files) }
}

async function client() {
  const built = Object.entries(await buildClient()).map(([name, text]) => [`dist/${name}`, text])
  return npmPackage('sdk', 'LICENSE', Object.fromEntries(built))
}

const nodes = async () => npmPackage('integrations/n8n', 'LICENSE.md', await buildNodes())

/** The binary distribution format 1.0 of Python, for a package without anything compiled. */
function wheel() {
  const source = 'sdk-python/src/prospector_client'
  const project = read('sdk-python/pyproject.toml')
  const fact = (name) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(project)[1]
  const version = /^VERSION = "(.*)"$/m.exec(read(`${source}/_routes.py`))[1]
  const needs = JSON.parse(/^dependencies = (\[.*\])$/m.exec(project)[1])
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${fact('name')}`,
    `Version: ${version}`,
    `Summary: ${fact('description')}`,
    `License: ${fact('license')}`,
    `Requires-Python: ${fact('requires-python')}`,
    ...needs.map((need) => `Requires-Dist: ${need}`),
    'Classifier: Typing :: Typed',
    'Description-Content-Type: text/markdown',
    '',
    read('sdk-python/README.md'),
  ]
  const about = `prospector_client-${version}.dist-info`
  const modules = readdirSync(join(root, source)).filter((name) => /\.py$|^py\.typed$/.test(name))
  const files = {
    ...Object.fromEntries(modules.map((name) => [`prospector_client/${name}`, read(`${source}/${name}`)])),
    [`${about}/METADATA`]: metadata.join('\n'),
    [`${about}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: prospector\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${about}/LICENSE`]: read('sdk-python/LICENSE'),
  }
  const listed = Object.entries(files).map(([name, text]) => {
    const digest = createHash('sha256').update(text).digest('base64url')
    return `${name},sha256=${digest},${Buffer.byteLength(text)}`
  })
  const record = { [`${about}/RECORD`]: [...listed, `${about}/RECORD,,`, ''].join('\n') }
  return { name: `prospector_client-${version}-py3-none-any.whl`, body: zip({ ...files, ...record }) }
}

export async function makePackages(folder) {
  const packages = [await client(), wheel(), await nodes()]
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { name, body } of packages) writeFileSync(join(folder, name), body)
  return packages.map(({ name }) => join(folder, name))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await makePackages(process.argv[2])
