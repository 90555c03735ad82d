/** The inspector's command line: lists everything strictly, in both eras of the protocol, and calls a tool. */
import { spawnSync } from 'node:child_process'

const { ORIGIN, API_KEY } = process.env

function inspect(...args) {
  const { status, stdout, stderr } = spawnSync(
    'node_modules/.bin/mcp-inspector',
    ['--cli', `${ORIGIN}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${API_KEY}`, ...args],
    { encoding: 'utf8', env: { ...process.env, HOME: process.cwd() } },
  )
  if (status !== 0) throw new Error(`${args.join(' ')}\n${stdout}\n${stderr}`)
  if (/warning|portability/i.test(stderr)) throw new Error(`${args.join(' ')} warns:\n${stderr}`)
  return JSON.parse(stdout)
}

const { tools } = inspect('--method', 'tools/list', '--strict')
for (const era of ['legacy', 'modern']) inspect('--method', 'tools/list', '--strict', '--protocol-era', era)
const { resources } = inspect('--method', 'resources/list')
inspect('--method', 'resources/read', '--uri', resources[0].uri)
const { prompts } = inspect('--method', 'prompts/list')
inspect('--method', 'prompts/get', '--prompt-name', prompts[0].name, '--prompt-args', 'who=founders')
const usage = inspect('--method', 'tools/call', '--tool-name', 'get_usage')
if (usage.isError || JSON.parse(usage.content[0].text).object !== 'usage') throw new Error(JSON.stringify(usage))
console.log(
  `strict, no warning: ${tools.length} tools, ${resources.length} resources, ${prompts.length} prompts; calls one`,
)
