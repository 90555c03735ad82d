/** npm installs only what the lock file lists, so a native package that is missing there breaks every machine of its kind. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type LockedPackage = {
  version?: string
  resolved?: string
  integrity?: string
  inBundle?: boolean
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}

type Packages = Record<string, LockedPackage>

function readLock(path: string): Packages {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  return (JSON.parse(text) as { packages: Packages }).packages
}

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
const platformIn = (name: string): string | undefined => /(?:linux|darwin)-(?:x64|arm64)(?![a-z0-9])/.exec(name)?.[0]

/** Node's own resolution: next to the package that asks, then in every folder above it. */
function find(packages: Packages, name: string, asker: string): LockedPackage | undefined {
  for (let folder = asker; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`]
    if (found || folder === '') return found
  }
}

function findNatives(packages: Packages): { asker: string; name: string; platform: string }[] {
  return Object.entries(packages).flatMap(([asker, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).flatMap((name) => {
      const platform = platformIn(name)
      return platform ? [{ asker, name, platform }] : []
    }),
  )
}

describe.each(['package-lock.json', 'web/package-lock.json'])('%s', (path) => {
  const packages = readLock(path)
  const natives = findNatives(packages)

  it('lists every native package of Linux and macOS, x64 and arm64, glibc and musl', () => {
    expect(natives.length).toBeGreaterThan(10)
    const missing = natives.filter(({ asker, name }) => !find(packages, name, asker))
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
      const { os, cpu } = find(packages, name, asker) ?? {}
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

it('one release of Node is pinned for every platform, and the image is built with it', () => {
  const { optionalDependencies } = readLock('package-lock.json')['']!
  const pinned = Object.entries(optionalDependencies!).flatMap(([name, version]) =>
    /^node-/.test(name) ? [version] : [],
  )
  const image = /^FROM node:([\d.]+)/m.exec(readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8'))?.[1]
  expect(pinned).toHaveLength(platforms.length)
  expect(new Set([...pinned, image]).size).toBe(1)
})
