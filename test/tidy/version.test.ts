/** Main carries the version that is being worked on: releases, migrations and the changelog go by it. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

it('the version of the package is that of the lock file and of the first version in the changelog', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: { '': { version: string } } }
  expect([lock.version, lock.packages[''].version]).toEqual([version, version])
  expect(/^## (\d\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
})

it('the packages that are handed out, and the readmes that name them, have the version of the service', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  for (const folder of ['sdk', 'integrations/n8n', 'integrations/zapier']) {
    expect([folder, JSON.parse(read(`${folder}/package.json`)).version]).toEqual([folder, version])
  }
  for (const folder of ['sdk', 'sdk-python', 'integrations/n8n']) {
    expect(/\/docs\/packages\/[\w-]+?-(\d+\.\d+\.\d+)/.exec(read(`${folder}/README.md`))?.[1]).toBe(version)
  }
})

it('only the first heading of the changelog may be unreleased', () => {
  const [, ...released] = [...read('CHANGELOG.md').matchAll(/^## \S+ \((.+)\)$/gm)].map(([, date]) => date)
  expect(released).not.toContain('unreleased')
})
