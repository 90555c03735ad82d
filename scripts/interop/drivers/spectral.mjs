/** Lints what the server serves with Spectral's own rules for OpenAPI; a hint counts as much as an error. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

writeFileSync('.spectral.yaml', 'extends: ["spectral:oas"]\n')
const { status, stdout, stderr } = spawnSync(
  'node_modules/.bin/spectral',
  ['lint', `${process.env.ORIGIN}/api/v1/openapi.json`, '--fail-severity', 'hint', '--format', 'json'],
  { encoding: 'utf8' },
)
if (status !== 0) throw new Error(stdout + stderr)
console.log(
  `spectral:oas: ${JSON.parse(stdout.slice(stdout.indexOf('['), stdout.lastIndexOf(']') + 1)).length} findings`,
)
