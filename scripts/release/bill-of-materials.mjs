/** The CycloneDX bill of materials of a laid-out folder, by npm itself. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { npm } from '../setup/npm.mjs'

export async function billOfMaterials(folder, time) {
  const printed = await npm(['sbom', '--sbom-format=cyclonedx', '--omit=dev'], { cwd: folder })
  const bill = JSON.parse(printed)
  bill.components.push(node(folder))
  // npm draws a random number and takes the time of day; the same release must have the same bill.
  bill.metadata.timestamp = time.toISOString()
  delete bill.serialNumber
  bill.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bill))}`
  return `${JSON.stringify(bill, null, 2)}\n`
}

/** npm knows the package that the pinned Node came in; scanners know the program by its own name. */
function node(folder) {
  const program = join(folder, 'node_modules', '.bin', 'node')
  const print = 'JSON.stringify({ version: process.versions.node, openssl: process.versions.openssl })'
  const { version, openssl } = JSON.parse(execFileSync(program, ['-p', print], { encoding: 'utf8' }))
  return {
    type: 'application',
    name: 'Node.js',
    version,
    purl: `pkg:generic/node@${version}`,
    properties: [{ name: 'openssl', value: openssl }],
  }
}

function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
