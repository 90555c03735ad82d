/** Lints the nodes for n8n with n8n's own rules, as n8n asks of published packages, and checks their types against n8n's. */
import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'

const from = join(process.env.PROSPECTOR_SOURCE, 'integrations', 'n8n')
cpSync(from, 'nodes', { recursive: true, filter: (path) => !path.endsWith('/dist') })
const run = (program, args) => {
  try {
    execFileSync(program, args, { cwd: 'nodes', encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch ({ stdout, stderr, message }) {
    throw new Error(`${message}\n${stdout}\n${stderr}`)
  }
}
run('../node_modules/.bin/eslint', ['--max-warnings=0', 'credentials', 'nodes', 'package.json'])
run(process.execPath, [process.env.TYPESCRIPT, '--noEmit', '-p', '.'])
console.log('n8n’s rules find nothing, and the types hold')
