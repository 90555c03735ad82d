/** What must be true of the machine before anything is installed. */
import { accessSync, constants, statfsSync } from 'node:fs'
import { SetupFailure } from './failure.mjs'

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
export const platform = `${process.platform}-${process.arch}`

/** Downloads, the installed packages, and space for a new embedded database. */
const neededMegabytes = { production: 900, all: 1_600 }

export function checkPlatform() {
  if (!platforms.includes(platform)) {
    throw new SetupFailure(
      `Prospector runs on Linux and macOS, on x64 and arm64; this is ${platform}. Use one of those, or a container on one.`,
    )
  }
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
  if (isMusl) {
    throw new SetupFailure(
      'This Linux uses musl, as Alpine does, and the bundled Node and PostgreSQL need glibc. ' +
        'Use Debian, Ubuntu or another distribution with glibc, or the container image.',
    )
  }
}

/** Only before an installation: what is installed also runs from a folder that can't be written. */
export function checkFolder(root, mode) {
  try {
    accessSync(root, constants.W_OK)
  } catch (error) {
    throw new SetupFailure(
      `${root} can't be written (${error.code}). Run this as the user who owns the folder, or clone into one of your own.`,
    )
  }
  const { bavail, bsize } = statfsSync(root)
  const freeMegabytes = Math.floor((bavail * bsize) / 1_000_000)
  if (freeMegabytes >= neededMegabytes[mode]) return
  throw new SetupFailure(
    `The disk that holds ${root} is full: the installation needs about ${neededMegabytes[mode]} MB, and ${freeMegabytes} MB ` +
      'are free. Free some space, then run the same command again.',
  )
}

/** Whether a package is for this machine, from its entry in a lock file. */
export function isForThisMachine({ os, cpu, libc }) {
  // The setup refuses musl before anything is installed.
  const isLibcRight = process.platform !== 'linux' || allows(libc, 'glibc')
  return allows(os, process.platform) && allows(cpu, process.arch) && isLibcRight
}

/** As npm reads it: one name or several, or names with an exclamation mark that are excluded. */
function allows(names, name) {
  if (names === undefined) return true
  const list = [names].flat()
  return !list.includes(`!${name}`) && (list.includes(name) || list.every((entry) => entry.startsWith('!')))
}
