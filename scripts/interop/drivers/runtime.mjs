/** Runs one program with @prospector/client in a runtime that is not this Node: `program` is the runtime's own, below node_modules. */
import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
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
for (const name of ['client.mjs', 'start-client.mjs', 'worker.mjs']) cpSync(join('programs', name), name)
if (options[0] === 'test') writeFileSync('worker.capnp', workerConfig())
const env = { ...process.env, PROSPECTOR_URL: process.env.ORIGIN, PROSPECTOR_KEY: process.env.API_KEY }
const started = options[0] === 'test' ? 'worker.capnp' : 'start-client.mjs'
console.log(run(runtime, [...options, started], { env }).trim())

/** For workerd, where Cloudflare's Workers run: modules by their names, as the client imports them, and no environment. */
function workerConfig() {
  const dist = 'node_modules/@prospector/client/dist'
  const files = readdirSync(dist).filter((name) => name.endsWith('.js'))
  const modules = [
    ['worker.mjs', 'worker.mjs'],
    ['client.mjs', 'client.mjs'],
    ['@prospector/client', `${dist}/prospector.js`],
    ...files.map((name) => [`@prospector/${name}`, `${dist}/${name}`]),
  ]
  const text = (value) => JSON.stringify(value)
  const binding = (name, value) => `(name = ${text(name)}, text = ${text(value)})`
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [
  (name = "main", worker = .main),
  (name = "internet", network = (allow = ["public", "private"])),
]);
const main :Workerd.Worker = (
  compatibilityDate = "2025-09-01",
  modules = [${modules.map(([name, file]) => `(name = ${text(name)}, esModule = embed ${text(file)})`).join(', ')}],
  bindings = [${binding('origin', process.env.ORIGIN)}, ${binding('apiKey', process.env.API_KEY)}],
);
`
}
