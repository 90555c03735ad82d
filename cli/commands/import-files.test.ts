/** `prospector import` with the files that people have. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { readWholeCatalogue } from '../../src/catalog/catalogue-fixture.ts'
import { useCommandStage } from '../../test/support/command-stage.ts'

const stage = useCommandStage()
const { run } = stage
beforeEach(() => stage.store.owner.query(sql`TRUNCATE stores, contacts, store_changes, imports CASCADE`))

async function file(name: string, ...lines: string[]): Promise<string> {
  const path = join(stage.folder, name)
  await writeFile(path, lines.map((line) => `${line}\n`).join(''))
  return path
}

const people = () =>
  stage.store.database.query(sql`
    SELECT domain, full_name AS name FROM contacts JOIN stores USING (store_id)
    WHERE contacts.retired_at IS NULL ORDER BY domain, full_name`)

describe('import of tables', () => {
  it('IMPORT-22: says before it imports that people with titles alone are not found by their role', async () => {
    const titles = await file(
      'titles.csv',
      'Website,Full name,Email,Job title,Role',
      'a.example,Ada Bee,ada@a.example,Founder,founder',
    )
    const { stderr } = await run(`import ${titles} --dry-run`)
    expect(stderr).toContain('No column holds seniority, and titles are not read for them: searches by seniority')
  })

  it('IMPORT-22: says before it imports that emails without a column for their status can’t be revealed', async () => {
    const people = (status: string) =>
      file('people.csv', `Website;Full name;E-mail;${status}`, 'a.example;Ada Bee;ada@a.example;valid')
    const unnamed = await run(`import ${await people('Checked')} --dry-run`)
    expect(unnamed.stderr).toContain('No column holds what is known of the emails, such as verified: none of them can')
    expect(unnamed.stderr).toContain('name it as contact.email_status with --map')
    const named = await run(`import ${await people('Mail status')} --dry-run`)
    expect(named.stderr).toMatch(/Mail status +contact\.email_status/)
    expect(named.stderr).not.toContain('No column holds what is known of the emails')
  })

  it('IMPORT-22: shows which column is read as what, saves it, and takes it back with --map', async () => {
    const csv = await file('stores.csv', 'Website;Shop name;Installed apps;Remarks', 'a.example;A;Klaviyo, Loox;hello')
    const map = join(stage.folder, 'map.json')
    const first = await run(`import ${csv} --save-map ${map}`)
    expect(first.stderr).toContain('stores.csv (CSV, semicolons, UTF-8):')
    expect(first.stderr).toMatch(/Website +domain\n +Shop name +name\n +Installed apps +apps\n +Remarks +not imported/)
    expect(JSON.parse(await readFile(map, 'utf8'))).toEqual({
      columns: { Website: 'domain', 'Shop name': 'name', 'Installed apps': 'apps', Remarks: null },
      empty: 'keep',
    })
    expect(first.stderr).not.toContain('No column holds')
    const second = await run(`import ${csv} --map ${map} --json`)
    expect(second.json).toMatchObject({ unchanged: 1, tables: [{ columns: { Website: 'domain', Remarks: null } }] })
    await writeFile(map, '{"columns": {"Website": "domian"}}')
    const wrong = await run(`import ${csv} --map ${map}`)
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringMatching(/"Website" is mapped to "domian", which is no field/),
    ])
  })

  it('IMPORT-22: a mapping that lacks the domain is saved all the same, so that it can be completed', async () => {
    const csv = await file('odd.csv', 'Where;Shop name;Buys at', 'odd.example;Odd;shop.example')
    const map = join(stage.folder, 'odd.json')
    const first = await run(`import ${csv} --save-map ${map}`)
    expect([first.code, first.stderr]).toEqual([1, expect.stringContaining('no column holds the store')])
    const saved = JSON.parse(await readFile(map, 'utf8'))
    expect(saved.columns).toEqual({ Where: null, 'Shop name': 'name', 'Buys at': null })
    await writeFile(map, JSON.stringify({ ...saved, columns: { ...saved.columns, Where: 'domain' } }))
    expect((await run(`import ${csv} --map ${map} --json`)).json).toMatchObject({ new: 1 })
  })

  it('IMPORT-23: rows of one store are its people, also with --replace', async () => {
    const csv = await file(
      'people.csv',
      'domain,store name,full name,email,email status',
      'a.example,A,Ann Bee,ann@a.example,verified',
      'b.example,B,Bob Cee,,',
      'a.example,A,Cid Dee,cid@a.example,verified',
    )
    expect((await run(`import ${csv} --replace --json`)).json).toMatchObject({ new: 2, contacts: { new: 3 } })
    const later = await file(
      'later.csv',
      'domain,full name',
      'b.example,Bob Cee',
      'a.example,Ann Bee',
      'a.example,Eve Fay',
    )
    expect((await run(`import ${later} --replace --json`)).json.contacts).toMatchObject({ new: 1, retired: 1 })
    expect(await people()).toEqual([
      { domain: 'a.example', name: 'Ann Bee' },
      { domain: 'a.example', name: 'Eve Fay' },
      { domain: 'b.example', name: 'Bob Cee' },
    ])
  })

  it('IMPORT-24: --contacts joins people to stores by domain, in any order; unknown domains are rejected', async () => {
    const rows = Array.from({ length: 1_500 }, (_, at) => at)
    await run(`import ${await file('base.ndjson', '{"domain":"base.example"}')}`)
    const stores = await file(
      'stores.csv',
      'domain,observed at',
      ...rows.map((at) => `shop-${at}.example,2026-01-0${1 + (at % 9)}`),
    )
    const contacts = await file(
      'contacts.csv',
      'Name,Website,Email',
      ...rows.map((at) => `Ann ${at},https://www.shop-${1_499 - at}.example/,ann@shop-${1_499 - at}.example`),
      'Nobody,nowhere.example,x@nowhere.example',
    )
    const { json } = await run(
      `import ${stores} --contacts ${contacts} --rejects ${join(stage.folder, 'rejects')} --json`,
    )
    expect(json).toMatchObject({ new: 1_500, contacts: { new: 1_500 }, rejected: 1, stale: 0 })
    expect(
      JSON.parse(
        (await readFile(join(stage.folder, 'rejects'), 'utf8')).split('\n').find((one) => one.includes('"reason"'))!,
      ),
    ).toEqual({
      file: contacts,
      line: 1_502,
      column: 'Website',
      reason: 'no store has this domain, neither in the catalogue nor in the files',
      text: 'Nobody | nowhere.example | x@nowhere.example',
    })
    const changes = await stage.store.database.query(sql`SELECT DISTINCT type FROM store_changes`)
    expect(changes).toEqual([{ type: 'store_added' }])
    const alone = await file('more.csv', 'domain,name', 'shop-7.example,Bob Cee')
    expect((await run(`import --contacts ${alone} --json`)).json).toMatchObject({ contacts: { new: 1 }, new: 0 })
  })

  it('IMPORT-6, IMPORT-24: people alone are not the catalogue: with --replace they retire nothing, and the exit code is 1', async () => {
    await run(`import ${await file('base.ndjson', '{"domain":"a.example"}', '{"domain":"b.example"}')}`)
    const alone = await file('alone.csv', 'domain,name', 'a.example,Ann Bee')
    const { code, json, stderr } = await run(`import --contacts ${alone} --replace --json`)
    expect([code, stderr]).toEqual([1, expect.stringContaining('the files hold no store')])
    expect(json).toMatchObject({ retired: 0, contacts: { new: 1 } })
  })

  it('IMPORT-26: rejects name file, line, column, reason and text; --max-rejects stops', async () => {
    const csv = await file(
      'bad.csv',
      'domain,plus',
      'a.example,yes',
      'nonsense,no',
      'b.example,perhaps',
      'c.example,no',
    )
    const path = join(stage.folder, 'rejected.ndjson')
    const { json } = await run(`import ${csv} --rejects ${path} --json`)
    expect(json).toMatchObject({ new: 2, rejected: 2 })
    const rejects = (await readFile(path, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rejects).toEqual([
      { file: csv, line: 3, column: 'domain', reason: 'domain is not a domain name', text: 'nonsense | no' },
      {
        file: csv,
        line: 4,
        column: 'plus',
        reason: 'shopify_plus is neither true nor false',
        text: 'b.example | perhaps',
      },
    ])
    const many = await file(
      'many.csv',
      'domain',
      ...Array.from({ length: 11 }, (_, at) => `nonsense ${at}`),
      'd.example',
    )
    const contacts = await file('people.csv', 'domain,name', 'nowhere.example,Nobody')
    const first = await run(`import ${csv} --contacts ${contacts}`)
    expect(first.stderr.match(/^Rejected: .*$/gm)).toEqual([
      expect.stringContaining(`${csv}, line 3, column "domain": `),
      expect.stringContaining(`${csv}, line 4, column "plus": `),
      expect.stringContaining(`${contacts}, line 2, column "domain": no store has this domain`),
    ])
    const told = (await run(`import ${many}`)).stderr.match(/^Rejected: .*$/gm)!
    expect(told).toHaveLength(11)
    expect(told.at(-1)).toMatch(/^Rejected: 1 more\. "prospector imports rejects \d+" lists them\.$/)
    const stopped = await run(`import ${csv} --max-rejects 1`)
    expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining('More than 1 lines were rejected')])
  })

  it('IMPORT-18: a date in the year 3000 is read as now, one that nobody can read is ignored, both with the column', async () => {
    const csv = await file(
      'dates.csv',
      'domain,last seen',
      'a.example,3000-01-01',
      'b.example,3/4/2026',
      'c.example,soon',
    )
    const { json } = await run(`import ${csv} --json`)
    expect(json.warnings).toEqual([
      { file: csv, line: 2, field: 'last seen', reason: 'in the future, read as now' },
      { file: csv, line: 3, field: 'last seen', reason: expect.stringContaining('can be read in two ways') },
      { file: csv, line: 4, field: 'last seen', reason: expect.stringContaining('not a date such as') },
    ])
  })

  it('IMPORT-26: the summary says where each kind of warning begins, and where to find them all', async () => {
    const csv = await file(
      'scores.csv',
      'domain,score,country',
      'a.example,many,DE',
      'b.example,few,Nowhere',
      'c.example,1,',
    )
    const rejects = join(stage.folder, 'warnings.ndjson')
    expect((await run(`import ${csv} --rejects ${rejects}`)).stderr).toContain(
      `Warning: score: not a number, ignored (2 times, first ${csv}, line 2)\n` +
        `Warning: country: not a two-letter code, ignored (once, ${csv}, line 3)\n` +
        `${rejects} lists all warnings with their lines.\n`,
    )
    expect((await run(`import ${csv}`)).stderr).toContain('--rejects FILE lists all warnings with their lines.\n')
  })

  it('IMPORT-27: of a file that is broken in its middle, nothing is imported', async () => {
    const csv = await file(
      'cut.csv',
      'domain,name',
      ...Array.from({ length: 3_000 }, (_, at) => `s-${at}.example,S`),
      'x.example,"X',
    )
    const { code, stderr } = await run(`import ${csv}`)
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('line 3002, column "name": a quote opens here and never closes.'),
    ])
    expect(await stage.store.database.query(sql`SELECT FROM stores`)).toEqual([])
  })
})

describe('import --dry-run', () => {
  it('IMPORT-25: changes nothing and says what would happen, as the import then does it', async () => {
    const app = (...apps: string[]) => ({ apps })
    const line = (domain: string, fields: object = {}) => JSON.stringify({ domain, ...fields })
    await run(
      `import ${await file('one.ndjson', line('a.example', app('Klaviyo')), line('b.example'), line('c.example'))}`,
    )
    const next = await file(
      'two.ndjson',
      line('a.example', { ...app('Klaviyo', 'Loox'), contacts: [{ full_name: 'Ann Bee' }] }),
      line('d.example'),
      line('b.example'),
      'nonsense',
    )
    const look = async () => [
      await readWholeCatalogue(stage.store.database),
      await stage.store.database.query(sql`SELECT * FROM store_changes`),
      await stage.store.database.query(sql`SELECT version, import_run FROM catalogue_state`),
      await stage.store.database.query(sql`SELECT import_run FROM imports`),
    ]
    const before = await look()
    const { json, code } = await run(`import ${next} --replace --retire-anyway --dry-run --json`)
    expect(code).toBe(0)
    const counted = {
      ...{ lines: 4, stores: 3, new: 1, changed: 1, unchanged: 1, retired: 1, rejected: 1 },
      contacts: { new: 1, changed: 0, unchanged: 0, retired: 0 },
    }
    expect(json).toMatchObject({
      ...counted,
      dry_run: true,
      changes: { app_added: 1, contact_added: 1, store_added: 1 },
      first: {
        new: ['d.example'],
        changed: [{ domain: 'a.example', fields: ['apps', 'contacts'] }],
        retired: ['c.example'],
        rejected: [{ file: next, line: 4, reason: 'the line is not valid JSON', text: 'nonsense' }],
      },
    })
    expect(json.first.changes).toContainEqual({
      domain: 'a.example',
      type: 'app_added',
      value: 'Loox',
      from: null,
      to: null,
    })
    expect(await look()).toEqual(before)
    const said = (await run(`import ${next} --replace --retire-anyway --dry-run`)).stdout
    expect(said).toContain('First retired stores:\n  c.example')
    expect(said).toContain('This was a dry run: nothing was changed.')
    expect((await run(`import ${next} --replace --retire-anyway --json`)).json).toMatchObject(counted)
  })
})
