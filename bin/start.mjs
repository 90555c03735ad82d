/** Runs the command: its compiled code, or its sources where they have changed since or nothing was compiled. */
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compiledFolder, isCompiledFrom, readCompiled } from './compiled.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const compiled = readCompiled(root)
const main =
  compiled && isCompiledFrom(root, compiled.sources)
    ? join(compiledFolder(root), compiled.folder, 'main.js')
    : join(root, 'cli', 'main.ts')
await import(pathToFileURL(main).href)
