/** DATA_DIR and what root left in it become another user's, before the server goes on as that user. */
import { constants } from 'node:fs'
import { lchown, lstat, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { giveTree } from '../db/embedded/user.ts'

export type User = { uid: number; gid: number }

/** "nobody" on Linux: owns nothing, may do nothing. The embedded database runs as this user, too, when root starts it. */
const nobody: User = { uid: 65534, gid: 65534 }

/** Files that Prospector itself writes to DATA_DIR, half-written ones included. */
const ourNames =
  /^(postgres([-.][\w.-]+)?|initialising-\w+|auth-secret|channel-key|demo\.json(\.new)?|plans\.json|outbox|search|backup-[\w.-]+|lost\+found)$/

/** The owner of DATA_DIR; where that is root, or nobody yet, the user of the database in it, or "nobody". */
export async function chooseUser(dataDir: string): Promise<User> {
  await mkdir(dirname(dataDir), { recursive: true })
  await mkdir(dataDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  for (const path of [dataDir, join(dataDir, 'postgres')]) {
    const found = await stat(path).catch(() => undefined)
    if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid }
  }
  return nobody
}

/**
 * Why the folder can't be handed over; undefined: it can. One that root shares with other programs must not change hands. In a
 * folder of somebody else, only plain files that have no other name are root's to give: a link could lead anywhere.
 */
export async function findForeign(dataDir: string, { uid }: User): Promise<string | undefined> {
  const isRoots = (await stat(dataDir)).uid === 0
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name)
    const found = await lstat(path)
    if (isRoots && !ourNames.test(name)) return `${path} is not a file of Prospector`
    const target = found.isSymbolicLink() ? await stat(path).catch(() => found) : found
    const isGiven = found.uid === 0 && (isRoots || (found.isFile() && found.nlink === 1))
    if (target.uid !== uid && !isGiven) return `${path} does not belong to the owner of DATA_DIR`
  }
  return undefined
}

/** After `findForeign` had nothing to say. */
export async function handOver(dataDir: string, user: User): Promise<void> {
  const isRoots = (await stat(dataDir)).uid === 0
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name)
    if (!isRoots) await giveFile(path, user)
    else if ((await lstat(path)).uid === 0 && name !== 'lost+found') await giveTree(path, user)
  }
  // Last: until here nobody else could exchange a name in it.
  if (isRoots) await lchown(dataDir, user.uid, user.gid)
}

/** Looked at and given through one descriptor: its name may lead elsewhere a moment later. */
async function giveFile(path: string, user: User): Promise<void> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => undefined)
  try {
    const found = await file?.stat()
    if (found?.uid === 0 && found.isFile() && found.nlink === 1) await file!.chown(user.uid, user.gid)
  } finally {
    await file?.close()
  }
}
