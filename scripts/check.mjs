/** Everything that must hold, in one run: `npm test`. All parts run, also when one fails; the last line counts them. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const scratch = mkdtempSync(join(tmpdir(), 'prospector-check-'))
const testReport = join(scratch, 'tests.json')
/** `npm test -- src/credits` runs the tests of that folder, and all other parts. */
const only = process.argv.slice(2)
/** Whoever names files means them; otherwise all but the journeys, which take longer than everything else (`npm run long -- journeys`). */
const projects = only.length > 0 ? [] : ['--project=service', '--project=browser']

const program = (name) => join(root, 'node_modules', '.bin', name)
/** What was found is kept for the next run, which looks at changed files and those that import them. */
const checkTypes = (name) => {
  const kept = join(root, 'node_modules', '.cache', `types-${name}.tsbuildinfo`)
  // Several checkers would each look at what they share, on cores that the tests use.
  return [program('tsc'), '--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', kept]
}
const short = [
  {
    name: 'format and lint',
    run: [program('biome'), 'ci', '--error-on-warnings', '--reporter=summary', '--colors=off', '.'],
    advice: 'npm run format fixes most of this; npm run lint shows the rest in full.',
  },
  { name: 'types', run: checkTypes('service') },
  { name: 'types of the web application', run: [...checkTypes('web'), '-p', 'web'] },
  { name: 'generated files', run: [process.execPath, join(root, 'scripts', 'generate.ts'), '--check'] },
]
const browser = {
  name: 'a browser for the tests',
  run: [process.execPath, join(root, 'scripts', 'provide-browser.ts')],
  advice: 'The browser tests were not run; the others follow.',
}
const tests = {
  name: 'tests',
  run: [program('vitest'), 'run', ...projects, ...only],
  env: { TEST_REPORT: testReport },
  counts: countTests,
  isLoud: true,
}

/** One vote a test; a run that broke before it could count is one failure more. */
function countTests(succeeded) {
  try {
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(testReport, 'utf8'))
    return { passed, failed: !succeeded && failed === 0 ? 1 : failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** The tests show themselves while they run; the short parts are heard only when something is wrong. */
function run({ run: [command, ...args], env, isLoud }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', isLoud ? 'inherit' : 'pipe', isLoud ? 'inherit' : 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        said += chunk
      })
    }
    child.on('error', (error) => resolve({ succeeded: false, said: error.message }))
    child.on('close', (code) => resolve({ succeeded: code === 0, said }))
  })
}

const total = { passed: 0, failed: 0 }
const verdicts = new Map()

async function judge(part) {
  const begun = Date.now()
  const { succeeded, said } = await run(part)
  if (!succeeded && said) process.stdout.write(`${[said.trimEnd(), part.advice ?? ''].join('\n').trimEnd()}\n`)
  const counted = part.counts?.(succeeded) ?? { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 }
  total.passed += counted.passed
  total.failed += counted.failed
  const verdict = `${succeeded ? '✓' : '✗'} ${part.name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`
  verdicts.set(part, verdict)
  if (!part.isLoud) console.log(verdict)
  return succeeded
}

async function judgeEach(some) {
  for (const part of some) await judge(part)
}

async function judgeTests() {
  // Without a browser, each of its tests would fail for the reason that was just given.
  if (!(await judge(browser))) tests.run = [program('vitest'), 'run', '--project=service', ...only]
  await judge(tests)
}

// The tests wait often enough to leave time for the short parts.
await Promise.all([judgeTests(), judgeEach(short)])
rmSync(scratch, { recursive: true, force: true })

console.log(`\n${[...short, browser, tests].map((part) => verdicts.get(part)).join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
