import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../../src/base/sql.ts'
import { useCommandStage } from '../../../test/support/command-stage.ts'

const stage = useCommandStage()
const { run } = stage
beforeEach(() => stage.store.owner.query(sql`TRUNCATE stores, contacts, store_changes, imports, import_before CASCADE`))

let files = 0
async function bring(lines: object[], options = ''): Promise<number> {
  files += 1
  const path = join(stage.folder, `${files}.ndjson`)
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const { json, stderr } = await run(`import ${path} --json ${options}`)
  if (!json) throw new Error(stderr)
  return json.import
}

/** Everything but the marks of imports themselves. */
const look = () =>
  stage.store.database.query(sql`
    SELECT domain, to_jsonb(s) - ARRAY['import_run', 'observed_run', 'observed_before'] AS store, (
      SELECT json_agg(to_jsonb(c) - 'import_run' ORDER BY contact_id) FROM contacts c WHERE c.store_id = s.store_id) AS people,
      (SELECT json_agg(to_jsonb(h) ORDER BY h.observed_at, type, value) FROM store_changes h WHERE h.store_id = s.store_id) AS changes
    FROM stores s ORDER BY domain`)

const ann = {
  full_name: 'Ann Bee',
  emails: [{ email: 'ann@a.example', status: 'verified', verified_at: '2026-01-01' }],
}
const first = [
  { domain: 'a.example', apps: ['Klaviyo'], traffic_tier: '10k_50k', contacts: [ann, { full_name: 'Bob Cee' }] },
  { domain: 'b.example', observed_at: '2026-01-01' },
  { domain: 'c.example' },
]

describe('imports undo', () => {
  it('IMPORT-28: puts back what was changed, retires what was added, takes back what was recorded', async () => {
    await bring(first)
    const before = await look()
    const second = await bring(
      [
        {
          domain: 'a.example',
          apps: [],
          traffic_tier: 'over_5m',
          contacts: [{ ...ann, title: 'CEO', emails: [] }, { full_name: 'New Dee' }],
        },
        { domain: 'b.example' },
        { domain: 'd.example', contacts: [{ full_name: 'Eve Fay' }] },
        { domain: 'c.example', retired: true },
      ],
      '--replace --retire-anyway',
    )
    const { json, code } = await run(`imports undo ${second} --json`)
    expect(code).toBe(0)
    expect(json).toEqual({
      import: second,
      stores: { restored: 2, retired: 1 },
      contacts: { restored: 2, retired: 2 },
      changes: 3,
    })
    const after = (await look()) as { domain: string; people: { full_name: string; retired_at: string | null }[] }[]
    const isOld = ({ full_name }: { full_name: string }) => full_name !== 'New Dee'
    expect(
      after
        .filter(({ domain }) => domain !== 'd.example')
        .map((one) => ({ ...one, people: one.people?.filter(isOld) ?? null })),
    ).toEqual(before)
    const [added] = await stage.store.database.query(
      sql`SELECT retired_at IS NOT NULL AS retired FROM stores WHERE domain = 'd.example'`,
    )
    expect(added).toEqual({ retired: true })
    expect((await run(`imports undo ${second}`)).stderr).toContain(`Import ${second} has been undone already.`)
    const [entry] = (await run('audit --json')).json.entries
    expect(entry).toMatchObject({ action: 'catalogue.import_undone' })
  })

  it('IMPORT-28: refuses an import that is not the last, and one whose stores something later changed, with the list', async () => {
    const one = await bring(first)
    const two = await bring([{ domain: 'a.example', apps: ['Loox'] }])
    expect((await run(`imports undo ${one}`)).stderr).toBe(`Only the last import can be undone: that is ${two}.\n`)
    await run(`imports undo ${two}`)
    expect((await run(`imports undo ${one}`)).stderr).toBe(
      `Only the last import can be undone: that is ${two}, which has been undone already.\n`,
    )
    const three = await bring([{ domain: 'a.example', apps: ['Loox'] }])
    expect((await run('imports undo 999999')).stderr).toBe('There is no import 999999.\n')
    await stage.store.database.query(
      sql`UPDATE stores SET import_run = import_run + 1, observed_run = observed_run + 1 WHERE domain = 'a.example'`,
    )
    const before = await look()
    const { code, stderr } = await run(`imports undo ${three}`)
    expect([code, stderr]).toEqual([1, expect.stringContaining('Nothing was undone. They are: a.example')])
    expect(await look()).toEqual(before)
  })

  it('IMPORT-28: an opt-out and an erasure in between stay in force', async () => {
    await bring(first)
    const second = await bring([
      {
        domain: 'a.example',
        contacts: [
          { ...ann, emails: [{ email: 'ann@new.example', status: 'verified' }] },
          { full_name: 'Bob Cee', title: 'CTO' },
        ],
      },
    ])
    await run('suppress --email ann@new.example')
    const [bob] = await stage.store.database.query<{ id: string }>(
      sql`SELECT contact_id AS id FROM contacts WHERE full_name = 'Bob Cee'`,
    )
    await run(`erase --contact ${bob!.id}`)
    expect((await run(`imports undo ${second} --json`)).code).toBe(0)
    const people = await stage.store.database.query(
      sql`SELECT full_name AS name, suppressed FROM contacts ORDER BY full_name`,
    )
    expect(people).toEqual([
      { name: 'Ann Bee', suppressed: true },
      { name: null, suppressed: true },
    ])
    expect(await stage.store.database.query(sql`SELECT FROM import_before`)).toEqual([])
  })
})

describe('imports, sources and quality', () => {
  it('IMPORT-29: imports and sources are listed and shown', async () => {
    const one = await bring(first, '--source crawler')
    const { json } = await run('imports list --json')
    expect(json.imports).toEqual([
      expect.objectContaining({ import: one, source: 'crawler', state: 'finished', kind: 'files' }),
    ])
    expect((await run('imports list')).stdout).toMatch(/^IMPORT +STARTED +SOURCE/)
    expect((await run(`imports show ${one} --json`)).json).toMatchObject({ rows: { stores: 3, contacts: 2 }, held: 0 })
    expect((await run(`imports show ${one}`)).stdout).toContain('3 stores, 2 contacts')
    expect((await run('imports show 999999')).code).toBe(1)
    const set = await run("source set crawler --label 'Our crawler' --max-age-days 365 --json")
    expect(set.json).toMatchObject({ name: 'crawler', label: 'Our crawler', legal_basis: null, max_age_days: 365 })
    expect((await run('source list')).stdout).toContain('0 stores, 0 contacts, 0 retired')
    expect((await run('source set crawler --max-age-days none --json')).json).toMatchObject({
      label: 'Our crawler',
      max_age_days: null,
    })
    expect((await run('source set crawler')).code).toBe(2)
    expect((await run('source list --json')).json.sources).toContainEqual(
      expect.objectContaining({ name: 'crawler', imports: 1 }),
    )
  })

  it('IMPORT-29: lines that an import did not take are listed with file, line, column and reason, without their text', async () => {
    const path = join(stage.folder, 'rejects.csv')
    await writeFile(path, 'domain,name,email\nno domain,X,secret@person.example\nfine.example,Y,\n')
    const { json } = await run(`import ${path} --json`)
    const listed = await run(`imports rejects ${json.import} --json`)
    expect(listed.json).toEqual({
      import: json.import,
      rejects: [{ file: path, line: 2, column: 'domain', reason: 'domain is not a domain name' }],
    })
    expect((await run(`imports rejects ${json.import} --csv`)).stdout).toBe(
      `file,line,column,reason\r\n${path},2,domain,domain is not a domain name\r\n`,
    )
    expect((await run(`imports rejects ${json.import}`)).stdout).toMatch(/^FILE +LINE +COLUMN +REASON\n/)
    const none = await bring([{ domain: 'z.example' }])
    expect((await run(`imports rejects ${none}`)).stdout).toContain('Nothing is kept')
    expect((await run('imports rejects 999999')).stderr).toBe('There is no import 999999.\n')
  })

  it('IMPORT-30: quality counts emails by status, age and source, stores without contacts and filled fields', async () => {
    await bring(first, '--source crawler')
    const { json } = await run('quality --json')
    expect(json).toMatchObject({
      stores: { total: 3, without_contacts: 2, filled: { apps: 1, traffic_tier: 1, country: 0 } },
      contacts: { total: 2, with_email: 1 },
      emails: { total: 1, by_status: { verified: 1 }, by_source: { crawler: { verified: 1 } } },
    })
    expect(Object.values(json.emails.by_age_days)).toEqual([1])
    expect((await run('quality')).stdout).toContain('From crawler, by status:')
  })
})
