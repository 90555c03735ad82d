/** Whether the server is compiled from what is here now, and with what it is compiled. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { digestOf, isCompiledFrom, readCompiled } from '../../bin/compiled.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The folder of the bundler: that of the tests, or of the web application. Undefined: neither is installed. */
export const findBundler = () =>
  [join(root, 'node_modules'), join(root, 'web', 'node_modules')]
    .map((modules) => join(modules, 'rolldown'))
    .find((folder) => existsSync(join(folder, 'package.json')))

/** A release has no lock file: its packages are part of it. */
export function digestOfPackages(folder) {
  const lock = join(folder, 'package-lock.json')
  return existsSync(lock) ? digestOf(readFileSync(lock)) : null
}

export function isServerCompiled() {
  const compiled = readCompiled(root)
  return compiled?.packages === digestOfPackages(root) && isCompiledFrom(root, compiled.sources)
}
