/** Where the docs lead: every link of every page and of its twin in Markdown, and every address in llms.txt. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePackages } from '../../../scripts/packages/make.mjs'
import { createLog } from '../../base/log.ts'
import { plans } from '../../billing/plans/plans.ts'
import { operations } from '../../operations.ts'
import { serveDocs } from '../docs.ts'
import { createHttpServer, type HttpServer } from '../server.ts'

const origin = 'https://api.shop.example'
let http: HttpServer
let folder: string
/** Of every page: its address, without the ending of its twin. */
let pages: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prospector-links-'))
  await makePackages(folder)
  http = createHttpServer({ log: createLog('silent'), publicUrl: 'http://localhost:8080' })
  serveDocs(http.server, operations, { publicUrl: origin, plans, packages: folder })
  const { body } = await http.server.inject('/llms.txt')
  pages = [...body.matchAll(/\((https\S+)\.md\)/g)].map(([, address]) => address!.slice(origin.length))
})
afterAll(async () => {
  await http.stop()
  await rm(folder, { recursive: true, force: true })
})

const read = async (path: string) => (await http.server.inject(path)).body
/** Of this server, without what stands after #. */
const ownPaths = (links: (string | undefined)[]): string[] =>
  links
    .map((link) => link!.replace(origin, '').split('#')[0]!)
    .filter((link) => link.startsWith('/') && !/^\/(app|mcp|sign-in|sign-up|settings)\b/.test(link))
const statusOf = async (path: string) => (await http.server.inject(path)).statusCode

async function dead(paths: Iterable<string>): Promise<string[]> {
  const found: string[] = []
  for (const path of new Set(paths)) if ((await statusOf(path)) !== 200) found.push(path)
  return found
}

it('DOC-8: the twins link to twins, and no link of theirs leads nowhere', async () => {
  expect(pages.length).toBeGreaterThan(operations.length + 60)
  const all = new Set<string>()
  for (const page of pages) {
    const links = ownPaths([...(await read(`${page}.md`)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link))
    expect([page, links.filter((link) => /^\/docs(\/(guides|operations|errors)\/[\w-]+)?$/.test(link))]).toEqual([
      page,
      [],
    ])
    for (const link of links) all.add(link)
  }
  expect(all.size).toBeGreaterThan(operations.length)
  expect(await dead(all)).toEqual([])
})

it('DOC-8: the pages link to pages, and no link of theirs leads nowhere', async () => {
  const all = new Set<string>()
  for (const page of pages) {
    for (const link of ownPaths([...(await read(page)).matchAll(/\shref="([^"]+)"/g)].map(([, link]) => link)))
      all.add(link)
  }
  expect(all.size).toBeGreaterThan(operations.length)
  expect(await dead(all)).toEqual([])
})

it('DOC-1: every address in llms.txt answers', async () => {
  const index = await read('/llms.txt')
  const addresses = ownPaths([...index.matchAll(/https:\/\/[^\s)]+/g)].map(([address]) => address))
  expect(addresses.length).toBeGreaterThan(pages.length)
  expect(await dead(addresses)).toEqual([])
})
