/** Two commands in a fresh clone must not install into the same folder at once. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { say } from './failure.mjs'

export async function oneAtATime(root, work) {
  const lock = join(tmpdir(), `prospector-setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)
  for (let hasWaited = false; !take(lock); hasWaited = true) {
    if (!hasWaited) say('Waiting for another installation in this folder to finish.')
    await pause(250)
  }
  process.on('exit', () => rmSync(lock, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
  await work()
}

function take(lock) {
  try {
    mkdirSync(lock)
    writeFileSync(join(lock, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isAbandoned(lock)) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

function isAbandoned(lock) {
  try {
    const holder = Number(readFileSync(join(lock, 'pid'), 'utf8'))
    if (holder > 0) process.kill(holder, 0)
    return false
  } catch (error) {
    if (error.code === 'ESRCH') return true
    // Between making the folder and writing the file into it there is only a moment.
    return error.code === 'ENOENT' && existsSync(lock) && Date.now() - statSync(lock).mtimeMs > 5_000
  }
}
