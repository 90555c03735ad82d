import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixedMeterLimits } from '../accounts/limits.ts'
import { exportableEmailStatuses } from '../base/email-kinds.ts'
import { eventTypes } from '../base/event-types.ts'
import { createLog } from '../base/log.ts'
import { problemCatalogue } from '../base/problems.ts'
import { plans } from '../billing/plans/plans.ts'
import { readSold } from '../billing/plans/read-sold.ts'
import { lineSchema } from '../catalog/import/line-format.ts'
import { operations } from '../operations.ts'
import { nextAttemptAt } from '../webhooks/attempts.ts'
import { readContents, renderDocs } from './docs/page.ts'
import { redirectToDocs, serveDocs } from './docs.ts'
import { inlineSchemas } from './named-schemas.ts'
import { describeApi } from './openapi.ts'
import { createHttpServer, type HttpServer } from './server.ts'

let http: HttpServer
let page: string
beforeAll(async () => {
  http = createHttpServer({ log: createLog('silent'), publicUrl: 'http://localhost:8080' })
  serveDocs(http.server, operations, { publicUrl: 'https://api.shop.example', plans })
  redirectToDocs(http.server)
  http.refuseOtherMethods()
  page = (await http.server.inject('/docs')).body
})
afterAll(() => http.stop())

/** The table of plans as its reader sees it: one text a row. */
function planRows(rendered: string): string[] {
  const table = /<section id="plans"[\s\S]*?<tbody>([\s\S]*?)<\/tbody>/.exec(rendered)![1]!
  const rows = table.split('</tr>').map((row) => row.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '))
  return rows.map((row) => row.trim()).filter(Boolean)
}

describe('the page', () => {
  it('HTTP-11: the docs page is public, and so is the machine-readable description', async () => {
    expect((await http.server.inject('/docs')).statusCode).toBe(200)
    const description = await http.server.inject('/api/v1/openapi.json')
    expect(description.statusCode).toBe(200)
    const lines = await http.server.inject('/import.schema.json')
    expect([lines.statusCode, lines.headers['content-type']]).toEqual([200, 'application/schema+json; charset=utf-8'])
    expect(lines.json()).toEqual(lineSchema)
    expect(description.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(description.headers['x-request-id']).toMatch(/^req_/)
  })

  it('needs nothing from elsewhere, and may load nothing from elsewhere', async () => {
    const { headers } = await http.server.inject('/docs')
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    const loaded = [...page.matchAll(/<(?:script|link|img|iframe|source)[^>]*?(?:src|href)="([^"]*)"/g)].map(
      ([, url]) => url,
    )
    expect(loaded).toEqual(['data:,', '/docs/docs.css', '/docs.md', '/docs/docs.js', '/docs/try.js'])
    for (const url of ['/docs/docs.css', '/docs/docs.js', '/docs/try.js']) {
      const file = await http.server.inject(url)
      expect(file.statusCode).toBe(200)
      expect(file.body).not.toMatch(/https?:|url\((?!"\/)|@import|import\(/)
    }
    expect(page).not.toMatch(/<[^>]+\s(?:style|on\w+)="/)
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/)
  })

  it('shows every operation with its scope, example and errors, also without scripts', () => {
    for (const { id, path, scope, summary } of operations) {
      expect(page).toContain(`<section id="${id}"`)
      expect(page).toContain(`<a href="#${id}">`)
      expect(page).toContain(`/api/v1${path}`)
      expect(page).toContain(scope)
      expect(page).toContain(summary)
    }
    expect(page).toContain('curl https://api.shop.example/api/v1/contacts/reveal')
  })

  it('DOC-5: says which fields every reply has, also where it is one of several', () => {
    const tables = page.split('<summary>Response fields</summary>').slice(1)
    expect(tables).toHaveLength(operations.length)
    for (const table of tables) expect(table.slice(0, table.indexOf('</details>'))).toContain('<code>object</code>')
    expect(page).toContain('aria-label="Response fields of Create a job: job_quote"')
  })

  it('DOC-3: the guide for webhooks says what the body of every type of event holds', () => {
    const guide = page.slice(page.indexOf('id="guide-webhooks"'), page.indexOf('id="guide-jobs"'))
    for (const [type, { data }] of Object.entries(eventTypes)) {
      const row = guide.slice(guide.indexOf(`<code>${type}</code></th>`)).split('</tr>')[0]
      for (const name of Object.keys(data.properties)) expect(row).toContain(`<code>${name}</code>`)
    }
  })

  it('DOC-7: says that has_verified_email counts emails of every status', () => {
    expect(page).toContain('Reveal can return at least one email, of whatever status')
    expect(page).toContain(
      'It counts whichever status it has, if a reveal returns it: <code>email_statuses_any</code> chooses.',
    )
  })

  it('ERR-2: explains every error code and links to nothing that is not there', () => {
    for (const code of Object.keys(problemCatalogue)) expect(page).toContain(`id="error-${code}"`)
    const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!)
    expect(links.filter((link) => !ids.has(link))).toEqual([])
    expect(ids.size).toBe([...page.matchAll(/\sid="/g)].length)
  })

  it('states the limits and credits that the code has', () => {
    expect(planRows(page)).toEqual([
      'Pro 1,000 60 5,000 25,000 250,000 25 250 credits for 14 days',
      'Business 3,000 120 20,000 100,000 500,000 25 none',
      'Enterprise 10,000 600 100,000 500,000 1,000,000 25 none',
    ])
    expect(page).toContain(`${fixedMeterLimits.own.minute} a minute`)
    expect(page).toContain(`${fixedMeterLimits.billing.minute} a minute`)
    const limits = /<section id="limits"[\s\S]*?<\/section>/.exec(page)![0]
    expect(limits).toContain(`Events, webhooks, HubSpot and jobs</th><td>${fixedMeterLimits.feed.minute} a minute`)
    const bodies = /Request body<\/th><td>64 KiB; 4 MiB for (.*?)<\/td>/s.exec(limits)![1]!
    const large = operations.filter(({ takesLargeBody }) => takesLargeBody).map(({ id }) => id)
    expect([...bodies.matchAll(/href="#(\w+)"/g)].map(([, id]) => id).sort()).toEqual(large.sort())
  })

  it('says how often and for how long a webhook is tried again, as it is', () => {
    const start = new Date()
    let at: Date | null = start
    let [times, end] = [-1, start]
    for (; at; at = nextAttemptAt(times + 1, 0, at)) {
      times += 1
      end = at
    }
    // A tenth of each pause is chance.
    const days = (end.getTime() - start.getTime()) / 86_400_000
    const said = /comes again, up to (\d+) times over about (\d+) days/.exec(page)!
    expect(Number(said[1])).toBe(times)
    expect(days / Number(said[2])).toBeGreaterThan(0.8)
    expect(days / Number(said[2])).toBeLessThan(1.2)
  })

  it('shows the plans that the operator sells, and none of the figures they replaced', () => {
    const written = '{"pro": {"credits_per_month": 2000, "trial": {"credits": 100, "days": 7}}}'
    const { plans: own } = readSold(written, 'plans.json')
    const rendered = renderDocs(
      readContents(describeApi(operations, { schemas: inlineSchemas }), 'https://api.shop.example', own),
    )
    expect(planRows(rendered)[0]).toBe('Pro 2,000 60 5,000 25,000 250,000 25 100 credits for 7 days')
    expect(rendered).not.toMatch(/\b1,000\b(?!,| test credits)|\b250 credits/)
  })

  it('answers 304 to a browser that has it, and 405 to other methods', async () => {
    const { headers } = await http.server.inject('/docs')
    const again = await http.server.inject({ url: '/docs', headers: { 'if-none-match': String(headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await http.server.inject({ method: 'POST', url: '/docs' })).statusCode).toBe(405)
  })

  it('is where / leads', async () => {
    const { statusCode, headers } = await http.server.inject('/')
    expect([statusCode, headers.location]).toEqual([302, '/docs'])
  })
})

it('DOC-7: one chapter says what the statuses of emails, the lead fit score and the tiers mean', () => {
  const chapter = /<section id="data"[\s\S]*?<\/section>/.exec(page)![0]
  for (const status of exportableEmailStatuses) expect(chapter).toContain(`<code>${status}</code>: `)
  expect(chapter).toMatch(/lead_fit_score<\/code>.*0 to 100, higher is better/)
  expect(chapter).not.toContain('<td></td>')
})

describe('DOC-8: every chapter and every operation has a page of its own', () => {
  const linked = (markup: string) => [...markup.matchAll(/href="(\/docs[^"]*)"/g)].map(([, href]) => href!)

  it('with a twin in Markdown, listed in llms.txt, and small enough for a program to read', async () => {
    const { body: index } = await http.server.inject('/llms.txt')
    const chapters = [...page.matchAll(/<section id="([\w-]+)" class="chapter"/g)].map(([, id]) =>
      id!.replace(/^guide-/, ''),
    )
    const paths = [
      ...chapters.map((id) => `/docs/guides/${id}`),
      ...operations.map(({ id }) => `/docs/operations/${id}`),
    ]
    expect(chapters.length).toBeGreaterThan(20)
    for (const path of paths) {
      expect(index).toContain(`(https://api.shop.example${path}.md)`)
      const [shown, twin, asked] = await Promise.all(
        [path, `${path}.md`, { url: path, headers: { accept: 'text/markdown' } }].map((one) => http.server.inject(one)),
      )
      expect([shown!.statusCode, shown!.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect([twin!.statusCode, twin!.body]).toEqual([200, asked!.body])
      expect([path, twin!.body.length < 30_000]).toEqual([path, true])
      expect(twin!.body).toMatch(/^# \w/)
    }
    expect((await http.server.inject('/docs/guides/nothing')).statusCode).toBe(404)
    expect((await http.server.inject('/docs/operations/nothing.md')).statusCode).toBe(404)
  })

  it('and no link of them leads nowhere', async () => {
    const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
    const all = new Set<string>()
    for (const { id } of operations) {
      for (const href of linked((await http.server.inject(`/docs/operations/${id}`)).body)) all.add(href)
    }
    for (const href of linked((await http.server.inject('/docs/guides/webhooks')).body)) all.add(href)
    for (const href of all) {
      const [path, anchor] = href.split('#')
      expect([href, (await http.server.inject(path!)).statusCode]).toEqual([href, 200])
      if (anchor) expect(ids).toContain(anchor)
    }
    const { body } = await http.server.inject('/docs.md')
    expect(body).not.toMatch(/\]\(#/)
    expect(body).toContain('](/docs/guides/webhooks.md)')
    expect(body).not.toMatch(/\]\(\/docs\/[\w/-]+\)/)
  })
})

describe('DOC-1: Markdown', () => {
  const paths = ['/docs', ...Object.keys(problemCatalogue).map((code) => `/docs/errors/${code}`)]
  /** What a reader sees, word by word, without the marks that either form has of its own. */
  const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const plain = (markup: string): string =>
    /<main[\s\S]*<\/main>/
      .exec(markup)![0]
      .replaceAll(/<button[\s\S]*?<\/button>|<a class="anchor"[\s\S]*?<\/a>|<[^>]*>/g, ' ')
      .replaceAll(/&(?:quot|#39|lt|gt|amp);/g, ' ')

  it('every page has a twin with the same words, at .md and for those who ask for it', async () => {
    for (const path of paths) {
      const { body: markup, headers } = await http.server.inject(path)
      expect(headers.vary).toContain('Accept')
      const twin = await http.server.inject(`${path}.md`)
      expect([twin.statusCode, twin.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
      const asked = await http.server.inject({ url: path, headers: { accept: 'text/markdown, */*;q=0.1' } })
      expect(asked.body).toBe(twin.body)
      const known = new Set(wordsOf(twin.body))
      expect(wordsOf(plain(markup)).filter((word) => !known.has(word))).toEqual([])
      expect(twin.body).not.toMatch(/<\/?(?:p|div|section|td|span|h\d)\b|&(?:quot|amp|lt);/)
    }
    const browser = 'text/html,application/xhtml+xml,text/markdown;q=0.5,*/*;q=0.1'
    expect((await http.server.inject({ url: '/docs', headers: { accept: browser } })).body).toBe(page)
  })

  it('code blocks, tables and headings are those of Markdown', async () => {
    const { body } = await http.server.inject('/docs.md')
    expect(body).toContain('\n## Errors\n')
    expect(body).toContain('```sh\ncurl https://api.shop.example/api/v1/contacts/reveal')
    for (const language of ['ts\nimport', 'python\nfrom', 'json\n{', 'js\n'])
      expect(body).toContain(`\`\`\`${language}`)
    expect(body).toContain('```sh\nnpm install http')
    expect(body).toContain('| Status | Code | Type | Meaning |\n|---|---|---|---|\n')
    expect(body).toContain('- Scope: `contacts:reveal`')
    expect(body).toContain('\n| `data[].emails[].status` | string |')
    expect(body).toContain('**Your first request** (curl):')
  })

  it('llms.txt leads to every page, and llms-full.txt holds them all', async () => {
    const { body: index } = await http.server.inject('/llms.txt')
    const { body: full } = await http.server.inject('/llms-full.txt')
    for (const path of paths) {
      expect(index).toContain(`(https://api.shop.example${path}.md)`)
      expect(full).toContain((await http.server.inject(`${path}.md`)).body)
    }
  })
})

it('DOC-6: the entry for the MCP registry names this server, in the form that the registry takes', async () => {
  const { body } = await http.server.inject('/docs/server.json')
  const entry = JSON.parse(body)
  expect(entry.name).toBe('example.shop.api/prospector')
  // As its schema of 2025-12-11 demands: https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json
  expect(entry).toEqual({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: expect.stringMatching(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
    title: expect.stringMatching(/^.{1,100}$/),
    description: expect.stringMatching(/^.{1,100}$/),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    websiteUrl: 'https://api.shop.example/docs',
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://api.shop.example/mcp',
        headers: [
          {
            name: 'Authorization',
            description: expect.any(String),
            isRequired: false,
            isSecret: true,
            placeholder: expect.any(String),
          },
        ],
      },
    ],
  })
})
