/** Makes sdk/dist, which is what the package holds: JavaScript without comments, and types with all of them. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = import.meta.dirname
const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
const tsc = (...options) =>
  execFileSync(process.execPath, [join(typescript, 'bin/tsc'), '-p', folder, ...options], { stdio: 'inherit' })

rmSync(join(folder, 'dist'), { recursive: true, force: true })
tsc('--declaration', 'false', '--removeComments')
tsc('--emitDeclarationOnly')
