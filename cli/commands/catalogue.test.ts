import { readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { useCommandStage } from '../../test/support/command-stage.ts'

const stage = useCommandStage()
const { run } = stage

const line = (domain: string, email: string) =>
  `${JSON.stringify({ domain, contacts: [{ full_name: 'Ada Lovelace', emails: [{ email, status: 'verified' }] }] })}\n`
const good = line('one.example', 'ada@one.example') + line('two.example', 'ada@two.example')

describe('import', () => {
  it('IMPORT-1, CLI-10: reads files, gzip and stdin in one go, and prints what became of stores and contacts', async () => {
    const [plain, packed] = [join(stage.folder, 'a.ndjson'), join(stage.folder, 'b.ndjson.gz')]
    await writeFile(plain, good)
    await writeFile(packed, gzipSync(line('three.example', 'ada@three.example')))
    const { code, json } = await run(`import ${plain} ${packed} - --json`, {
      input: line('four.example', 'a@four.example'),
    })
    expect(code).toBe(0)
    expect(json).toEqual({
      import: expect.any(Number),
      stale: 0,
      held: [],
      lines: 4,
      stores: 4,
      ...{ new: 4, changed: 0, unchanged: 0, retired: 0 },
      contacts: { new: 4, changed: 0, unchanged: 0, retired: 0 },
      rejected: 0,
      warnings_total: 0,
      warnings: [],
    })
  })

  it('an input is never taken as the file for --rejects', async () => {
    const file = join(stage.folder, 'stores.ndjson')
    await writeFile(file, good)
    await symlink(file, join(stage.folder, 'rejected.ndjson'))
    const { code, stderr } = await run(`import ${file} --replace --rejects ${join(stage.folder, 'rejected.ndjson')}`)
    expect(code).toBe(2)
    expect(stderr).toContain('which is one of the files to import')
    expect(await readFile(file, 'utf8')).toBe(good)
  })

  it('IMPORT-2: a bad line is skipped, counted and written to --rejects; the rest goes in, exit 0', async () => {
    const rejects = join(stage.folder, 'rejects.ndjson')
    const { code, json } = await run(`import - --rejects ${rejects} --json`, { input: `nonsense\n${good}` })
    expect({ code, json }).toMatchObject({
      code: 0,
      json: { lines: 3, stores: 2, unchanged: 2, rejected: 1, retired: 0 },
    })
    const [reject] = (await readFile(rejects, 'utf8')).trim().split('\n')
    expect((await stat(rejects)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(reject!)).toEqual({ file: 'stdin', line: 1, reason: expect.any(String), text: 'nonsense' })
  })

  it('IMPORT-6: --replace with a rejected line retires nothing, says so and exits 1, unless --retire-anyway', async () => {
    const withheld = await run('import - --replace --json', { input: `nonsense\n${good}` })
    expect({ code: withheld.code, retired: withheld.json.retired }).toEqual({ code: 1, retired: 0 })
    expect(withheld.stderr).toContain('Nothing was retired, because 1 line could not be read.')
    const anyway = await run('import - --replace --retire-anyway --json', { input: `nonsense\n${good}` })
    expect({ code: anyway.code, retired: anyway.json.retired }).toEqual({ code: 0, retired: 2 })
  })

  it('a missing file is refused before anything is imported', async () => {
    const { code, stdout, stderr } = await run(`import ${stage.folder}/gone.ndjson --json`)
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no file ${stage.folder}/gone.ndjson.\n`,
    })
  })
})

it('CLI-11: demo load makes the catalogue of its seed, and loading it again changes nothing', async () => {
  const first = await run('demo load --stores 50 --seed 7 --json')
  expect(first.json).toMatchObject({ lines: 50, stores: 50, rejected: 0, retired: 0 })
  expect(first.json.contacts.new).toBeGreaterThan(60)
  const rows = () =>
    stage.store.database.query(sql`
      SELECT to_jsonb(s) - ARRAY['observed_at', 'observed_run', 'observed_before', 'people_seen_at', 'people_seen_run', 'people_seen_before'] AS store,
        (SELECT jsonb_agg(to_jsonb(c) ORDER BY contact_id) FROM contacts c WHERE c.store_id = s.store_id) AS contacts
      FROM stores s ORDER BY store_id`)
  const before = await rows()
  const again = (await run('demo load --stores 50 --seed 7 --json')).json
  expect(await rows()).toEqual(before)
  expect(again).toMatchObject({ new: 0, changed: 0, unchanged: 50, contacts: { unchanged: first.json.contacts.new } })
})

describe('suppress', () => {
  it('SUPPRESS-1, SUPPRESS-4: an address goes on the list masked, and comes off it by the same option', async () => {
    const { json } = await run('suppress --email Ada@One.example --json')
    expect(json).toMatchObject({ kind: 'email', changed: true, contacts: 1, contacts_changed: 1 })
    expect(json.target).not.toContain('ada@')
    const listed = (await run('suppress list --json')).json
    expect(listed).toEqual({ suppressions: [{ kind: 'email', target: json.target, created_at: expect.any(String) }] })
    expect((await run('suppress remove --email ada@one.example --json')).json).toMatchObject({ contacts_changed: 1 })
    const again = await run('suppress remove --email ada@one.example --json')
    expect({ code: again.code, stdout: again.stdout }).toEqual({ code: 1, stdout: '' })
  })

  it('SUPPRESS-1: a domain takes everyone at the store', async () => {
    const { stdout } = await run('suppress --domain https://www.two.example/shop')
    expect(stdout).toBe('Suppressed two.example: 1 contact in the catalogue.\n')
  })
})

it('CLI-9: a ledger that does not add up is reported and exits 1', async () => {
  const { json: account } = await run('account create --name Acme --email ada@acme.example --json')
  const sound = await run('ledger verify --json')
  expect({ code: sound.code, json: sound.json }).toEqual({
    code: 0,
    json: { accounts: 1, entries: 1, reveals: 0, problems: [] },
  })
  await spoil(account.account_id)
  const broken = await run('ledger verify --json')
  expect(broken.code).toBe(1)
  expect(broken.json.problems[0]).toContain(account.account_id)
})

async function spoil(accountId: string): Promise<void> {
  await stage.store.database.query(
    sql`UPDATE credit_balances SET balance = balance - 1 WHERE account_id = ${accountId}`,
  )
}

describe('warnings and refusals of an import', () => {
  const email = (address: string, status?: string) => ({ email: address, ...(status && { status }) })
  const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

  it('IMPORT-13, IMPORT-14: warnings name line and field, in --json and --rejects; unknown fields once each', async () => {
    const rejects = join(stage.folder, 'warnings.ndjson')
    const input = lines(
      {
        domain: 'w1.example',
        colour: 'red',
        contacts: [{ full_name: 'A B', emails: [email('a@w1.example', 'risky')] }],
      },
      { domain: 'w2.example', colour: 'blue', traffic_tier: 'huge' },
      {
        domain: 'w3.example',
        contacts: [{ nick: 'x', emails: [email('b@w3.example', 'Valid'), email('c@w3.example')] }],
      },
    )
    const { code, json } = await run(`import - --json --rejects ${rejects}`, { input })
    expect(code).toBe(0)
    const warnings = [
      { file: 'stdin', line: 1, field: 'colour', reason: 'unknown field, ignored' },
      {
        file: 'stdin',
        line: 1,
        field: 'contacts[0].emails[0].status',
        reason: 'unknown word “risky”, read as unknown: the email can’t be revealed',
      },
      { file: 'stdin', line: 2, field: 'traffic_tier', reason: 'unknown tier, ignored' },
      { file: 'stdin', line: 3, field: 'contacts.nick', reason: 'unknown field, ignored' },
      {
        file: 'stdin',
        line: 3,
        field: 'contacts[0].emails[1].status',
        reason: 'no status, read as unknown: the email can’t be revealed',
      },
    ]
    expect(json).toMatchObject({ warnings_total: 5, warnings })
    const written = (await readFile(rejects, 'utf8')).trim().split('\n')
    expect(written.map((line) => JSON.parse(line))).toEqual(
      warnings.map(({ reason, ...place }) => ({ ...place, warning: reason })),
    )
    const [row] = await stage.store.database.query(
      sql`SELECT has_email FROM contacts JOIN stores USING (store_id) WHERE domain = 'w3.example'`,
    )
    expect(row).toEqual({ has_email: true })
  })

  it('IMPORT-2: if every line is rejected, exit 1', async () => {
    const { code, json, stderr } = await run('import - --json', { input: 'domain,name\nshop.example,Shop\n' })
    expect({ code, rejected: json.rejected, lines: json.lines }).toEqual({ code: 1, rejected: 2, lines: 2 })
    expect(stderr).toContain('Every line was rejected: nothing was imported.')
  })

  it.each(['/dev/null', join(tmpdir(), 'nothing-at-all.ndjson')])(
    'IMPORT-6: --replace with %s retires nothing and exits 1',
    async (file) => {
      if (file !== '/dev/null') await writeFile(file, '\n')
      await run('import - --json', { input: good })
      const { code, json, stderr } = await run(`import ${file} --replace --json`)
      expect({ code, retired: json.retired }).toEqual({ code: 1, retired: 0 })
      expect(stderr).toContain('Nothing was retired, because the files hold no store.')
    },
  )

  it('IMPORT-6: --replace that would retire more than a fifth retires nothing and exits 1, unless --retire-anyway', async () => {
    const stores = (count: number) =>
      Array.from({ length: count }, (_, at) => `${JSON.stringify({ domain: `fifth-${at}.example` })}\n`).join('')
    await run('import - --replace --retire-anyway --json', { input: stores(120) })
    const withheld = await run('import - --replace --json', { input: stores(90) })
    expect({ code: withheld.code, retired: withheld.json.retired }).toEqual({ code: 1, retired: 0 })
    expect(withheld.stderr).toMatch(/Nothing was retired, because .*--retire-anyway/s)
    const anyway = await run('import - --replace --retire-anyway --json', { input: stores(90) })
    expect({ code: anyway.code, retired: anyway.json.retired }).toEqual({ code: 0, retired: 30 })
  })
})
