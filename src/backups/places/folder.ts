import { createReadStream } from 'node:fs'
import { access, chown, constants, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '../../base/durations.ts'
import { type BackupPlace, PlaceRefused, type StoredFile } from './place.ts'

/** A half-written file this old belongs to a run that died. */
const abandonedAfterMs = 2 * dayMs

export function createFolder(folder: string): BackupPlace {
  const pathOf = (name: string) => join(folder, name)

  async function listAll(): Promise<StoredFile[]> {
    const names = await readdir(folder).catch((error) => Promise.reject(explain(folder, error)))
    const found = await Promise.all(
      names.map(async (name) => {
        const file = await stat(pathOf(name)).catch(() => null)
        return file?.isFile() ? { name, bytes: file.size, modifiedAt: file.mtime } : null
      }),
    )
    return found.filter((file) => file !== null)
  }

  return {
    address: folder,
    workFolder: folder,
    // The dot distinguishes a path that is no folder from a folder that can't be read.
    prepare: () =>
      access(`${folder}/.`, constants.R_OK | constants.W_OK | constants.X_OK).catch((error) =>
        Promise.reject(explain(folder, error)),
      ),
    // It is written where it stays, under another name until it is whole.
    put: (name) => giveToOwner(pathOf(name), folder),
    list: async () => (await listAll()).filter(({ name }) => !name.endsWith('.writing')),
    read: (name) => readFrom(pathOf(name)),
    async write(name, text) {
      const draft = `${pathOf(name)}.writing`
      try {
        await writeFile(draft, text, { mode: 0o600, flush: true })
        await giveToOwner(draft, folder)
        await rename(draft, pathOf(name))
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {})
        throw explain(folder, error as NodeJS.ErrnoException)
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }).catch((error) => Promise.reject(explain(folder, error))),
    async tidy(now) {
      for (const { name, modifiedAt } of await listAll()) {
        const isOld = now.getTime() - modifiedAt.getTime() > abandonedAfterMs
        if (isOld && /^prospector-.*\.writing$/.test(name)) await rm(pathOf(name), { force: true })
      }
    },
  }
}

/** What root writes, as by `backup run`, would be closed to the service, which lists and removes it later. Some mounts don't let root do this. */
async function giveToOwner(path: string, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  await chown(path, uid, gid).catch(() => {})
}

async function* readFrom(path: string): AsyncIterable<Buffer> {
  try {
    yield* createReadStream(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    throw new PlaceRefused(`${ownUser()} may not read ${path}. Give the file to the user who runs Prospector.`)
  }
}

export function explain(folder: string, error: NodeJS.ErrnoException): Error {
  switch (error.code) {
    case 'ENOENT':
      return new PlaceRefused(
        `The folder ${folder} does not exist. Create it; if it is a mount, check that it is mounted.`,
      )
    case 'ENOTDIR':
      return new PlaceRefused(`${folder} is not a folder.`)
    case 'ENOSPC':
    case 'EDQUOT':
      return new PlaceRefused(`There is no space left in ${folder}. Free some, or keep fewer backups (BACKUP_KEEP).`)
    case 'EROFS':
      return new PlaceRefused(`${folder} is read-only.`)
    case 'EACCES':
    case 'EPERM':
      return new PlaceRefused(
        `${ownUser()} may not write to ${folder}. Give the folder to the user who runs Prospector.`,
      )
    default:
      return error
  }
}

/** The id counts where a folder is given to somebody; the name is missing in many containers. */
function ownUser(): string {
  const id = process.geteuid?.()
  try {
    return `The user ${userInfo().username} (id ${id})`
  } catch {
    return `The user with the id ${id}`
  }
}
