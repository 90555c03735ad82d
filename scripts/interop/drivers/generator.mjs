/** Generates a client at the generator's defaults, compiles it with a program that uses it, strictly, and runs that. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [name, bin, template] = process.argv.slice(2)
const { ORIGIN, TYPESCRIPT } = process.env

function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')}\n${stdout}\n${stderr}`)
  return stdout
}

run(join('node_modules', '.bin', bin), template.replace('{description}', `${ORIGIN}/api/v1/openapi.json`).split(' '))
copyFileSync(join('programs', `${name.replaceAll(/[@/]/g, ' ').trim().replaceAll(' ', '-')}.ts`), 'program.ts')
writeFileSync(
  'tsconfig.json',
  JSON.stringify({
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      module: 'commonjs',
      moduleResolution: 'bundler',
      strict: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      types: [],
      outDir: 'out',
      rootDir: '.',
    },
    include: ['program.ts', 'client'],
  }),
)
run(process.execPath, [TYPESCRIPT, '-p', '.'])
writeFileSync(join('out', 'package.json'), '{"type": "commonjs"}')
console.log(`compiles strictly; ${run(process.execPath, ['out/program.js']).trim()}`)
