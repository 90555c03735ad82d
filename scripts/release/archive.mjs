/** Packs a folder so that the same files give the same bytes: sorted names, one time, no owner, no umask. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, lutimesSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** Packs `parent/name` into `file` and returns the SHA-256 of what it wrote. */
export async function pack(parent, name, file, time) {
  const paths = list(parent, name)
  for (const path of paths) lutimesSync(join(parent, path), time, time)
  const namesFile = `${file}.names`
  writeFileSync(namesFile, `${paths.join('\n')}\n`)
  const owner = process.platform === 'darwin' ? ['--uid', '0', '--gid', '0'] : ['--owner=0', '--group=0']
  const options = ['--format=ustar', '--numeric-owner', ...owner, '--no-recursion', '-C', parent, '-T', namesFile]
  const tar = spawn('tar', ['-cf', '-', ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve, reject) => tar.on('error', reject).on('close', resolve))
  const hash = createHash('sha256')
  const gzip = createGzip({ level: 9 })
  gzip.on('data', (chunk) => hash.update(chunk))
  await pipeline(tar.stdout, gzip, createWriteStream(file))
  if ((await ended) !== 0) throw new Error('tar failed; its message is above.')
  return hash.digest('hex')
}

/** By code units, not by the rules of a language, which differ between machines. */
function list(parent, path) {
  const entries = readdirSync(join(parent, path), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return [
    path,
    ...entries.flatMap((entry) => {
      const inside = `${path}/${entry.name}`
      return entry.isDirectory() ? list(parent, inside) : [inside]
    }),
  ]
}
