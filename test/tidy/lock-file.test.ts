/** npm installs only what the lock file lists, so a native package that is missing there breaks every machine of its kind. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Locked = {
  version?: string
  resolved?: string
  integrity?: string
  inBundle?: boolean
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Locked>
}

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
const platformIn = (name: string): string | undefined => /(?:linux|darwin)-(?:x64|arm64)(?![a-z0-9])/.exec(name)?.[0]

/** Node's own resolution: next to the package that asks, then in every folder above it. */
function find(name: string, asker: string): Locked | undefined {
  for (let folder = asker; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`]
    if (found || folder === '') return found
  }
}

const optionals = Object.entries(packages).flatMap(([asker, { optionalDependencies }]) =>
  Object.keys(optionalDependencies ?? {}).map((name) => ({ asker, name, platform: platformIn(name) })),
)
const natives = optionals.filter(({ platform }) => platform !== undefined)

describe('the lock file', () => {
  it('lists every native package of Linux and macOS, x64 and arm64, glibc and musl', () => {
    expect(natives.length).toBeGreaterThan(20)
    const missing = natives.filter(({ asker, name }) => !find(name, asker))
    expect(missing.map(({ asker, name }) => `${name}, wanted by ${asker}`)).toEqual([])
  })

  it('has no dependency that is native on some of the four platforms only', () => {
    const partial = [...Map.groupBy(natives, ({ asker }) => asker)].flatMap(([asker, parts]) =>
      platforms
        .filter((platform) => !parts.some((part) => part.platform === platform))
        .map((gap) => `${asker}: ${gap}`),
    )
    expect(partial).toEqual([])
  })

  it('says of each native package which machines it is for, so that the others do not install it', () => {
    const open = natives.filter(({ asker, name, platform }) => {
      const { os, cpu } = find(name, asker) ?? {}
      return `${os}-${cpu}` !== platform
    })
    expect(open.map(({ name }) => name)).toEqual([])
  })

  it('has a checksum for every package, and no address of a registry', () => {
    const downloads = Object.entries(packages).filter(([path, { inBundle }]) => path !== '' && !inBundle)
    expect(downloads.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([])
    expect(downloads.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([])
  })
})
