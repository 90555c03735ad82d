import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCommand, makeDataDir } from '../../test/support/command.ts'

let home: Awaited<ReturnType<typeof makeDataDir>>
let folder: string
beforeAll(async () => {
  home = await makeDataDir()
  folder = join(home.path, '..')
  const from = createCommand({ DATA_DIR: home.path, DEMO: 'false' })
  await from('account create --name Acme --email ada@acme.example')
  await writeFile(join(home.path, 'plans.json'), '{}')
  expect(await from(`backup ${join(folder, 'sound.backup')} --with-secrets`)).toMatchObject({ code: 0 })
})
afterAll(() => home.remove())

/** The same backup with other files in its header; `cut` loses its last rows as well. */
async function tamper(name: string, files: Record<string, unknown>, cut = false): Promise<string> {
  const plain = gunzipSync(await readFile(join(folder, 'sound.backup'))).toString('utf8')
  const end = plain.indexOf('\n')
  const header = JSON.parse(plain.slice(0, end))
  const text = `${JSON.stringify({ ...header, files: { ...header.files, ...files } })}${plain.slice(end)}`
  const path = join(folder, `${name}.backup`)
  await writeFile(path, gzipSync(cut ? text.slice(0, -200) : text))
  return path
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

it('CLI-16: restore writes only the files of DATA_DIR that a backup may hold; a name that leads elsewhere refuses it all', async () => {
  const target = join(folder, 'target')
  const restore = createCommand({ DATA_DIR: target, DEMO: 'false' })
  for (const [at, files] of [
    { '../escaped': 'x' },
    { [join(folder, 'escaped')]: 'x' },
    { 'demo.json': '{}' },
    { 'plans.json': { not: 'text' } },
  ].entries()) {
    const { code, stderr } = await restore(`restore ${await tamper(`bad-${at}`, files)}`)
    expect(code, JSON.stringify(files)).toBe(1)
    expect(stderr).toMatch(/^This backup holds a file that does not belong in one: .*\n$/)
  }
  expect(await isThere(join(folder, 'escaped'))).toBe(false)
  expect(await isThere(target)).toBe(false)
})

it('CLI-16, CLI-14: the files are written after the rows, so a damaged backup leaves none; a sound one has its ledger verified', async () => {
  const target = join(folder, 'cut-target')
  await mkdir(target)
  const restore = createCommand({ DATA_DIR: target, DEMO: 'false' })
  const cut = await restore(`restore ${await tamper('cut', {}, true)}`)
  expect(cut).toMatchObject({ code: 1 })
  expect(await readdir(target)).not.toContain('plans.json')
  expect(await readdir(target)).not.toContain('channel-key')
  const sound = await restore(`restore ${join(folder, 'sound.backup')} --json`)
  expect(sound).toMatchObject({ code: 0, json: { problems: [] } })
  expect(sound.json.rows).toBeGreaterThan(0)
  expect(await readFile(join(target, 'plans.json'), 'utf8')).toBe('{}')
  expect(await readFile(join(target, 'channel-key'), 'utf8')).toBe(
    await readFile(join(home.path, 'channel-key'), 'utf8'),
  )
})

it('CLI-14: a DATA_DIR that holds a database is left as it is', async () => {
  const occupied = await createCommand({ DATA_DIR: home.path, DEMO: 'false' })(
    `restore ${join(folder, 'sound.backup')}`,
  )
  expect(occupied.code).toBe(1)
  expect(occupied.stderr).toContain('holds a database already')
})
