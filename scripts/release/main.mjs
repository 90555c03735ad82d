/**
 * Makes dist/prospector-VERSION-PLATFORM.tar.gz, its checksum and its bill of materials, then unpacks it elsewhere and
 * tries it out: `npm run release`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { platform } from '../setup/host.mjs'
import { pack } from './archive.mjs'
import { billOfMaterials } from './bill-of-materials.mjs'
import { layOut, root } from './layout.mjs'
import { tryOut } from './try-out.mjs'

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Everything in the archive is as old as its commit. */
const time = new Date(Number(git('log', '-1', '--format=%ct')) * 1000)
const isDirty = git('status', '--porcelain') !== ''
const name = `prospector-${version}${isDirty ? '-uncommitted' : ''}-${platform}`

const dist = join(root, 'dist')
const folder = join(dist, name)
const archive = join(dist, `${name}.tar.gz`)

if (isDirty) console.log('There are uncommitted changes; the archive says so in its name.')
console.log(`Laying out ${name}.`)
mkdirSync(dist, { recursive: true })
await layOut(folder)
writeFileSync(join(dist, `${name}.cdx.json`), await billOfMaterials(folder, time))

console.log('Packing.')
const digest = await pack(dist, name, `${archive}.new`, time)
rmSync(`${archive}.new.names`)
renameSync(`${archive}.new`, archive)
writeFileSync(`${archive}.sha256`, `${digest}  ${name}.tar.gz\n`)
rmSync(folder, { recursive: true })

if (!process.argv.includes('--no-try-out')) {
  console.log('Trying it out in an empty folder, as an unprivileged user, without npm.')
  const seconds = await tryOut(archive, name)
  console.log(`It served a reveal and the web application ${seconds.toFixed(1)} s after its start.`)
}
const megabytes = (readFileSync(archive).length / 1_000_000).toFixed(0)
console.log(`\ndist/${name}.tar.gz  ${megabytes} MB\nsha256 ${digest}`)
