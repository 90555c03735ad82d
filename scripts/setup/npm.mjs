/** Runs npm, and says in one line what is wrong when it fails. */
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { SetupFailure } from './host.mjs'

const settings = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']

/** npm's own patience with a registry that does not answer is over a minute. Whoever set it otherwise knows better. */
const patience = {
  npm_config_fetch_retries: '2',
  npm_config_fetch_retry_mintimeout: '500',
  npm_config_fetch_retry_maxtimeout: '5000',
}

/** Resolves with what npm printed; rejects with an NpmFailure. */
export async function npm(args, { cwd }) {
  const { program, first } = findNpm()
  const child = spawn(program, [...first, ...args, ...settings], {
    cwd,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (chunk) => {
      printed[name] += chunk
    })
  }
  const status = await new Promise((resolve, reject) => {
    child.on('error', (error) => {
      const advice =
        'npm was not found. Install Node.js 20 or later together with npm, then run the same command again.'
      reject(error.code === 'ENOENT' ? new SetupFailure(advice) : error)
    })
    child.on('close', resolve)
  })
  if (status !== 0) throw new NpmFailure(printed.stderr || printed.stdout)
  return printed.stdout
}

let settingsOfNpm

/** All settings that npm would work with here, from its files and the environment. */
export function readNpmSettings() {
  settingsOfNpm ??= npm(['config', 'list', '--json'], { cwd: tmpdir() }).then(JSON.parse)
  return settingsOfNpm
}

/** Started by npm, its own path is known; otherwise the one on the PATH is used. */
function findNpm() {
  const script = process.env.npm_execpath
  if (script === undefined || !/\.c?js$/.test(script)) return { program: 'npm', first: [] }
  // Not the pinned Node that npm puts first on the PATH: it may be in the folder that is about to be replaced.
  return { program: process.env.npm_node_execpath ?? process.execPath, first: [script] }
}

/** Settings of the npm that started us are about its folder and its packages, not about these. */
function environment() {
  const foreign = /^npm_config_(omit|include|production|ignore_scripts|local_prefix|workspaces?)$/i
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name))
  return { ...patience, ...Object.fromEntries(own) }
}

class NpmFailure extends SetupFailure {
  constructor(output) {
    const code = /npm (?:error|ERR!) code (\S+)/.exec(output)?.[1] ?? ''
    super(explain(code, output))
    this.code = code
  }
}

const unreachable =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EPROTO|E40[137]|E5\d\d|.*CERT.*|.*ISSUER.*|.*SIGNATURE.*)$/

function explain(code, output) {
  if (code === 'ENOSPC' || /ENOSPC|no space left/.test(output)) {
    return 'The disk is full. Free some space, then run the same command again: it continues where it stopped.'
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    const path = /npm (?:error|ERR!) path (.+)/.exec(output)?.[1] ?? "a folder it needs, such as npm's cache"
    return `npm may not write to ${path} (${code}). Make it yours, then run the same command again.`
  }
  if (unreachable.test(code)) {
    const address = /https?:\/\/[^\s/]+/.exec(output)?.[0]
    return (
      `npm can't download from its registry (${code}${address ? ` from ${address}` : ''}). Check the network and npm's ` +
      'registry and proxy settings (npm config list), then run the same command again.'
    )
  }
  return `${output.trim()}\nThe installation failed; npm says why above. Run the same command again to retry.`
}
