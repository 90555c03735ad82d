import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { createBrowser } from '../../test/support/browser.ts'
import { isOpenSql } from '../accounts/suspension.ts'
import type { App } from '../app.ts'
import { randomBase62 } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import { readCatalogueState } from '../catalog/catalogue-state.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { readRecords } from '../catalog/import/read-lines.ts'
import type { ImportedStore } from '../catalog/import-record.ts'
import { addMember } from '../members/members.ts'
import { judgeWatches } from './follow-watches.ts'

type Node = Pick<App, 'database' | 'searchIndex' | 'queue' | 'clock'>

/** Waits for the index of a node to hold the catalogue as it is, then judges all watches. */
export async function judgeNews(node: Node): Promise<void> {
  const { version } = await readCatalogueState(node.database)
  const end = Date.now() + 60_000
  const pause = async (whatIsLate: string) => {
    if (Date.now() > end) throw new Error(`${whatIsLate} did not follow the catalogue within a minute.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  while (node.searchIndex.catalogueVersion() < version) await pause('The index')
  // The node judges by itself, too: what its own round has under way is skipped here.
  for (;;) {
    await judgeWatches(node)
    const behind = await node.database.query(sql`
      SELECT FROM watches w WHERE w.judged_version < ${version}::bigint AND ${isOpenSql(sql`w.account_id`)}`)
    if (behind.length === 0) return
    await pause('A watch')
  }
}

/** An application whose accounts watch saved searches and lists. Judging happens when a test asks for it. */
export async function openWatching(options: Parameters<typeof startTestApp>[0] = {}) {
  const test = await startTestApp(options)
  await test.app.start()

  return {
    test,
    judge: (node: App = test.app) => judgeNews(node),
    /** Stores as a source has them at a moment. */
    importStores: (stores: ImportedStore[]) =>
      importCatalogue(test.app.database, { channelKeys: test.app.channelKeys, source: readRecords(stores) }),
    async post(key: string, path: string, body: object) {
      const answer = await test.call('POST', `/api/v1${path}`, { key, body })
      if (answer.status >= 400) throw new Error(answer.text)
      return answer.body
    },
    get: async (key: string, path: string) => (await test.call('GET', `/api/v1${path}`, { key })).body,
  }
}

/** Two members of an account, and a key of it. */
export async function openTeam(test: TestApp) {
  const name = randomBase62(12).toLowerCase()
  const [first, second] = [`owner-${name}@watches.example`, `colleague-${name}@watches.example`]
  const { accountId, apiKey } = await test.createAccount({ email: first })
  const { userId } = await test.createAccount({ email: second })
  await addMember(test.store.database, { accountId, userId, role: 'member', creditLimit: null })
  const as = async (email: string) => {
    const browser = createBrowser({ app: test.app, url: 'http://localhost:8080' })
    await browser.signIn(email)
    await browser.call('POST', '/app/v1/account/switch', { account_id: accountId })
    return (method: Parameters<typeof browser.call>[0], path: string, body?: object) =>
      browser.call(method, `/api/v1${path}`, body)
  }
  return {
    owner: await as(first),
    colleague: await as(second),
    /** What any key of the account reads. */
    events: async () =>
      (await test.call('GET', '/api/v1/events?types=watch.matched', { key: apiKey })).body.data.map(
        ({ data }: { data: object }) => data,
      ),
    namesInAudit: async () =>
      (
        await test.store.owner.query<{ name: string | null }>(sql`
          SELECT target_name AS name FROM audit_entries WHERE account_id = ${accountId} AND target_type = 'watch'`)
      ).map(({ name }) => name),
  }
}
