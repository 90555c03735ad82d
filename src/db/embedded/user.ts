/** PostgreSQL refuses to run as root. When we are root, another user runs it; these functions choose and check that user. */
import { chmod, chown, lchown, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The account the server runs under; undefined means our own. */
export type ServerUser = { uid: number; gid: number } | undefined

/** "nobody" on Linux: owns nothing, may do nothing, and has the passwd entry that initdb insists on. */
const NOBODY = 65534

const READ = 4
const ENTER = 1

type Permissions = { mode: number; uid: number; gid: number }

function isAllowed(permissions: Permissions, user: { uid: number; gid: number }, bits: number): boolean {
  const shift = permissions.uid === user.uid ? 6 : permissions.gid === user.gid ? 3 : 0
  return ((permissions.mode >> shift) & bits) === bits
}

/**
 * Root runs an existing cluster as its owner, so that root and a normal user can alternate on one DATA_DIR.
 * A cluster that root owns came out of a backup; it is handed to nobody.
 */
export async function chooseServerUser(clusterPath: string): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return undefined
  const cluster = await stat(clusterPath).catch(() => undefined)
  return cluster && cluster.uid !== 0 ? { uid: cluster.uid, gid: cluster.gid } : { uid: NOBODY, gid: NOBODY }
}

/** The first directory on the way to `path` that the user can't pass, or undefined when the way is free. */
export async function findObstacle(path: string, user: ServerUser): Promise<string | undefined> {
  if (!user) return undefined
  const ways: string[] = []
  for (let way = await realpath(path); ; way = dirname(way)) {
    ways.unshift(way)
    if (way === dirname(way)) break
  }
  for (const way of ways) {
    if (!isAllowed(await stat(way), user, ENTER)) return way
  }
  return undefined
}

/** Whether the user can reach the file, read it and, if it is a program, run it. */
export async function canUseFile(path: string, user: ServerUser): Promise<boolean> {
  if (!user) return true
  if (await findObstacle(dirname(path), user)) return false
  const file = await stat(path)
  return isAllowed(file, user, READ | ((file.mode & 0o100) >> 6))
}

/** DATA_DIR is private. If another user runs the server, its group may pass through to the names it knows, and nobody else. */
export async function makeDataDir(dataDir: string, user: ServerUser): Promise<string> {
  await mkdir(dirname(dataDir), { recursive: true })
  await mkdir(dataDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const { mode, uid, gid } = await stat(dataDir)
  const isPrivate = (mode & 0o077) === 0
  const isCopiedByRoot = (mode & 0o077) === 0o010 && gid === 0
  if (user && uid === 0 && (isPrivate || isCopiedByRoot)) {
    await chown(dataDir, 0, user.gid)
    await chmod(dataDir, 0o710)
  }
  return await realpath(dataDir)
}

/** A directory that everybody may enter, whatever the umask says. An existing one is left as it is. */
export async function makeOpenDirectory(path: string): Promise<void> {
  const created = await mkdir(path, { recursive: true, mode: 0o755 })
  if (created) await chmod(path, 0o755)
}

export async function giveTree(path: string, user: { uid: number; gid: number }): Promise<void> {
  await lchown(path, user.uid, user.gid)
  if (!(await lstat(path)).isDirectory()) return
  for (const name of await readdir(path)) await giveTree(join(path, name), user)
}
