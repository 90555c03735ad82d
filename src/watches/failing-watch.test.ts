import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawSql, sql } from '../base/sql.ts'
import { openWatching } from './watches-fixture.ts'

let stage: Awaited<ReturnType<typeof openWatching>>
beforeAll(async () => {
  stage = await openWatching()
  await stage.importStores([{ domain: 'first.example', apps: ['Baseline'] }])
})
afterAll(() => stage.test.stop())

async function watching(query: object) {
  const { apiKey, accountId } = await stage.test.createAccount({ credits: 10 })
  const saved = await stage.post(apiKey, '/saved-searches', { name: 'News', kind: 'stores', query })
  const watch = await stage.post(apiKey, '/watches', { saved_search_id: saved.id })
  const matches = async (): Promise<string[]> =>
    (await stage.get(apiKey, `/watches/${watch.id}/matches`)).data.map(
      ({ store }: { store: { domain: string } }) => store.domain,
    )
  return { accountId, watch, matches }
}

it('WATCH-14: a watch that can’t be judged holds up no other, and is judged once it can be', async () => {
  const impossible = await watching({ store: { countries: ['DE'] } })
  // Saved by a release that did not look at ranges.
  await stage.test.store.owner.query(sql`
    UPDATE saved_searches SET query = '{"store": {"lead_fit_score": {"min": 90, "max": 10}}}'
    WHERE account_id = ${impossible.accountId}`)
  const failing = await watching({ store: { apps: { any: ['Upright'] } } })
  const good = await watching({ store: { apps: { any: ['Upright'] } } })
  const { owner } = stage.test.store
  await owner.query(sql`
    CREATE FUNCTION refuse_match() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'made on purpose'; END $$`)
  await owner.query(
    rawSql(`
    CREATE TRIGGER refuse_match BEFORE INSERT ON watch_matches FOR EACH ROW
    WHEN (NEW.watch_id = '${failing.watch.id}') EXECUTE FUNCTION refuse_match()`),
  )

  await stage.importStores([{ domain: 'upright.example', apps: ['Upright'] }])
  await expect(stage.judge()).rejects.toMatchObject({ errors: [{ watchId: failing.watch.id }] })
  expect(await good.matches()).toEqual(['upright.example'])
  expect(await impossible.matches()).toEqual([])
  expect(await failing.matches()).toEqual([])

  await owner.query(sql`DROP FUNCTION refuse_match CASCADE`)
  await stage.judge()
  expect(await failing.matches()).toEqual(['upright.example'])
})

it('WATCH-14: a list that somebody is changing for long holds up no other watch', async () => {
  const { apiKey, accountId } = await stage.test.createAccount()
  const list = await stage.post(apiKey, '/lists', { name: 'Busy', kind: 'stores' })
  await stage.post(apiKey, '/watches', { list_id: list.id })
  const other = await watching({ store: { apps: { any: ['Patient'] } } })
  const { owner } = stage.test.store
  await owner.transaction(async (tx) => {
    // The one that is behind the furthest is the first.
    await tx.query(sql`SELECT FROM contact_lists WHERE list_id = ${list.id} FOR UPDATE`)
    await owner.query(sql`UPDATE watches SET judged_version = 0 WHERE account_id = ${accountId}`)
    await stage.importStores([{ domain: 'patient.example', apps: ['Patient'] }])
    // The node judges every few seconds.
    await expect.poll(other.matches, { timeout: 60_000 }).toEqual(['patient.example'])
  })
  await stage.judge()
})
