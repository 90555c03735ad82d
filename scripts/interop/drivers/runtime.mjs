/** Runs one program with @prospector/client in a runtime that is not Node: `program` is the runtime's own, below node_modules. */
import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const [, , , pattern, ...options] = process.argv
const run = (command, args, more = {}) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...more })

// Installed without scripts, so its own start file may be missing: the platform's package holds the program.
const [scope, prefix, program] = pattern.split(' ')
const platform = readdirSync(join('node_modules', scope)).find((name) => name.startsWith(prefix))
const runtime = join('node_modules', scope, platform, program)

const sdk = join(process.env.PROSPECTOR_SOURCE, 'sdk')
const file = run('npm', ['pack', '--silent', '--pack-destination', process.cwd()], { cwd: sdk })
  .trim()
  .split('\n')
  .at(-1)
run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', `./${file}`])
cpSync('programs/client.mjs', 'client.mjs')
const env = { ...process.env, PROSPECTOR_URL: process.env.ORIGIN, PROSPECTOR_KEY: process.env.API_KEY }
console.log(run(runtime, [...options, 'client.mjs'], { env }).trim())
