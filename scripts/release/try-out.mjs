/**
 * Unpacks a release into an empty folder and uses it the way its readers will: as an unprivileged user, with an empty
 * HOME, without npm and without Node on the PATH.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const nobody = 65534
const readyWithinMs = 180_000

/** Returns the seconds from the start of the command to the first answered request. */
export async function tryOut(archive, name) {
  const place = mkdtempSync(join(tmpdir(), 'prospector-release-'))
  try {
    execFileSync('tar', ['-xzf', archive, '-C', place])
    return await serveOnce(place, join(place, name))
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

async function serveOnce(place, folder) {
  const isRoot = process.getuid() === 0
  const [home, data, programs] = ['home', 'data', 'programs'].map((name) => join(place, name))
  for (const path of [home, data, programs]) mkdirSync(path)
  if (isRoot) for (const path of [place, home, data]) chownSync(path, nobody, nobody)
  // The launcher is a shell script; this is all it calls.
  for (const program of ['sh', 'dirname', 'readlink']) {
    symlinkSync(execFileSync('which', [program], { encoding: 'utf8' }).trim(), join(programs, program))
  }
  const begun = Date.now()
  const server = spawn(join(folder, 'bin', 'prospector'), ['serve', '--json'], {
    cwd: '/',
    env: { HOME: home, PATH: programs, DATA_DIR: data, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  })
  const ended = new Promise((resolve, reject) => server.on('error', reject).on('close', resolve))
  try {
    const service = await firstLine(server, ended)
    await reveal(service)
    await openPage(service)
    const seconds = (Date.now() - begun) / 1000
    server.kill('SIGTERM')
    const status = await ended
    if (status !== 0) throw new Error(`The release stopped with status ${status} instead of 0.`)
    return seconds
  } finally {
    server.kill('SIGKILL')
  }
}

function firstLine(server, ended) {
  return new Promise((resolve, reject) => {
    let printed = ''
    const late = setTimeout(() => reject(new Error('The release did not start in time.')), readyWithinMs)
    server.stdout.on('data', (chunk) => {
      printed += chunk
      if (!printed.includes('\n')) return
      clearTimeout(late)
      resolve(JSON.parse(printed.split('\n')[0]))
    })
    ended.then((status) => reject(new Error(`The release ended at once, with status ${status}.`)), reject)
  })
}

async function reveal({ api, demo }) {
  const answer = await fetch(`${api}/contacts/reveal`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${demo.api_key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ contact_ids: [demo.contact_id] }),
  })
  const { credits } = await answer.json()
  if (credits?.spent !== 1) throw new Error(`The first reveal was answered with ${answer.status}.`)
}

async function openPage({ address }) {
  const page = await (await fetch(address, { headers: { Accept: 'text/html' } })).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
  const answer = script && (await fetch(address + script))
  if (!answer?.ok) throw new Error('The web application is not served.')
}
