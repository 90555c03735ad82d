/** Runs the command: its compiled code, or its sources where they have changed since or nothing was compiled. */
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compiledFolder, isCompiledFrom, readCompiled } from './compiled.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const compiled = readCompiled(root)
const isCurrent = compiled !== null && isCompiledFrom(root, compiled.sources)
const compiledFile = (name) => join(compiledFolder(root), compiled.folder, name)
const main = isCurrent ? compiledFile('main.js') : join(root, 'cli', 'main.ts')
// The setup lets a process load what a start loads, and do nothing.
const loaded = process.env.SETUP === 'load' ? (compiled?.ofStart ?? []).map(compiledFile) : [main]
for (const path of loaded) await import(pathToFileURL(path).href)
