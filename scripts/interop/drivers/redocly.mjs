/** Lints what the server serves with Redocly's strictest built-in rules. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const description = await fetch(`${process.env.ORIGIN}/api/v1/openapi.json`)
writeFileSync('openapi.json', await description.text())
const { status, stdout, stderr } = spawnSync(
  'node_modules/.bin/redocly',
  ['lint', 'openapi.json', '--extends', 'recommended-strict', '--format', 'json'],
  { encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off' } },
)
if (status !== 0 || !stdout.startsWith('{')) throw new Error(stdout + stderr)
const { errors, warnings } = JSON.parse(stdout).totals
if (errors + warnings > 0) throw new Error(stdout)
console.log(`recommended-strict: ${errors} errors, ${warnings} warnings`)
