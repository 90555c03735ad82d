/** Packs @prospector/client and lets a linter of packages judge the file. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const [, , , program, ...options] = process.argv
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

const sdk = join(process.env.PROSPECTOR_SOURCE, 'sdk')
const file = run('npm', ['pack', '--silent', '--pack-destination', process.cwd()], sdk).trim().split('\n').at(-1)
// It exits with another code than 0 when it finds something.
console.log(run(join('node_modules', '.bin', program), [...options, file], process.cwd()))
console.log(`${file}: nothing found`)
