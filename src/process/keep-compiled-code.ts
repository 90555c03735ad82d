/** Where compiled code is kept between runs lies in the installation, which only root may write when root starts a node. */
import { chown, mkdir } from 'node:fs/promises'
import { flushCompileCache, getCompileCacheDir } from 'node:module'
import type { User } from './chown-data-dir.ts'

/**
 * For root, before it leaves: keeps what this thread has loaded, and gives the user who comes after it a folder for what the
 * other threads will load. Node ends the name of such a folder with the id of its user.
 */
export async function keepCompiledCode({ uid, gid }: User): Promise<void> {
  flushCompileCache()
  const ofRoot = getCompileCacheDir()
  if (!ofRoot?.endsWith('-0')) return
  const theirs = `${ofRoot.slice(0, -1)}${uid}`
  // A folder that may not be written is no reason not to start.
  await mkdir(theirs).catch(() => {})
  await chown(theirs, uid, gid).catch(() => {})
}
