/**
 * `npm run long -- <name> [options]`: what takes longer than a test run should. Without a name: the list, and with `--help`
 * after one: its options. Each prints how to repeat it, and its exit code says whether everything held.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))

type Values = Record<string, string>
/** `options` with their defaults; a program reads its own options. */
type Run = { about: string; usage: string } & (
  | { program: string }
  | { options: Values; takesNames?: true; run(values: Values, names: string[]): number }
)

const newSeed = () => String(randomInt(2 ** 31))

const runs: Record<string, Run> = {
  journeys: {
    about: 'the browser tests at 1440, 1280, 1024 and 390 pixels, light and dark',
    usage: '[--width 390] [--theme dark] [file …]',
    options: { width: '1440,1280,1024,390', theme: 'light,dark' },
    takesNames: true,
    run: ({ width, theme }, names) => takeJourneys(width!.split(','), theme!.split(','), names),
  },
  pages: {
    about: 'every page at each width, audited in both themes; journeys take one of them for each page',
    usage: '',
    options: {},
    run: () => runTests(['--reporter=verbose', 'test/browser/pages.test.ts'], { TEST_SCREENS: 'all' }),
  },
  fuzz: {
    about: 'valid, nearly valid and hostile requests to every operation, made from its own schema',
    usage: '[--requests 100000] [--seed 7] [--hang-ms 1000]',
    options: { requests: '100000', seed: '', 'hang-ms': '1000' },
    run({ requests, seed: given, 'hang-ms': hangMs }) {
      const seed = given || newSeed()
      console.log(`Repeat with: npm run long -- fuzz --requests ${requests} --seed ${seed}`)
      const env = { TEST_SEED: seed, FUZZ_REQUESTS: requests, FUZZ_HANG_MS: hangMs }
      return runTests(['test/fuzz/fuzz.test.ts', '--disable-console-intercept'], env)
    },
  },
  faults: {
    about: 'nodes, connections and the database fail under load',
    usage: '[--minutes 5] [--seed 1] [--kind NAME]',
    options: { minutes: '5', seed: '', kind: '' },
    run({ minutes, seed, kind }) {
      const env = { FAULT_MINUTES: minutes, FAULT_SEED: seed || newSeed(), ...(kind && { FAULT_KIND: kind }) }
      return runTests(['test/faults/harness.test.ts', '--reporter=verbose'], env)
    },
  },
  lives: {
    about: 'random lives of customers, each compared with what Stripe says of them',
    usage: '[--lives 10000] [--seed 7]',
    options: { lives: '10000', seed: '' },
    run: ({ lives, seed }) => liveThrough(Number(lives), seed || newSeed()),
  },
  histories: {
    about: 'random histories of imports and ingestion, each compared with a simple model',
    usage: '[--histories 1000] [--seed 7]',
    options: { histories: '1000', seed: '' },
    run: ({ histories, seed }) => replayHistories(Number(histories), seed || newSeed()),
  },
  watches: {
    about: 'watches over random imports on two nodes, of which one may die: each match is told once',
    usage: '[--imports 1000] [--seed 7]',
    options: { imports: '1000', seed: '' },
    run: ({ imports, seed }) => judgeImports(Number(imports), seed || newSeed()),
  },
  nightly: {
    about: 'the lives, then the tests that draw their cases, with new seeds until the time is up',
    usage: '[--minutes 30] [--lives 10000] (TEST_SEED=7 … --minutes 0 --lives 0: one round with that seed)',
    options: { minutes: '30', lives: '10000' },
    run: ({ minutes, lives }) => repeatNightly(Number(minutes), Number(lives)),
  },
  soak: {
    about: 'a node under steady load for an hour: does anything grow',
    usage: '[--minutes 60] [--rate 60] [--seed 1]',
    program: 'test/soak/soak.ts',
  },
  deliveries: {
    about: 'events to five webhooks (good, slow, 500, 410, down) while nodes are killed',
    usage: '[--events 100000] [--kills 6] [--slow-ms 20] [--seed 1]',
    program: 'test/faults/deliveries.ts',
  },
  jobs: {
    about: 'two jobs and single reveals of the same contacts while nodes and the database are killed',
    usage: '[--contacts 10000] [--kills 20] [--seed 1]',
    program: 'test/faults/killed-jobs.ts',
  },
  day: {
    about:
      'accounts of three sizes work on two nodes at the rate of their busiest hour: latencies, and every credit accounted for',
    usage: '[--minutes 60] [--accounts 1000] [--stores 20000] [--seed 1] [--plant]',
    program: 'test/day/day.ts',
  },
  failover: {
    about: 'PostgreSQL fails over under load (needs Patroni, etcd and HAProxy)',
    usage: '[--only replica]',
    program: 'test/ha/failover.ts',
  },
  upgrade: {
    about: 'an earlier release and this one side by side on one database, under load',
    usage: '--from COMMIT [--seconds 20]',
    program: 'test/upgrade/side-by-side.ts',
  },
  python: {
    about:
      'the Python client: built, installed, and driven against a started server (needs httpx, build, hatchling, mypy)',
    usage: '[-t NAME]',
    program: 'scripts/python.ts',
  },
  interop: {
    about: 'programs that we did not write, installed in a temporary folder, against a started server',
    usage: '[--only orval] [--latest] [--keep]',
    program: 'scripts/interop/main.ts',
  },
  coverage: {
    about: 'what the tests cover, without those in the browser',
    usage: '[file …]',
    options: {},
    takesNames: true,
    run: (_values, names) => runTests(['--coverage', ...names]),
  },
}

/** As many as one test run has; TEST_CASES says how many times as many. */
const livesInEveryRun = 15
const historiesInEveryRun = 4
const importsInEveryRun = 8

function runTests(args: string[], env: Record<string, string | undefined> = {}): number {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const child = { cwd: root, stdio: 'inherit' as const, env: { ...process.env, ...env } }
  return spawnSync(process.execPath, [vitest, 'run', ...args], child).status ?? 1
}

function liveThrough(lives: number, seed: string): number {
  console.log(`${lives} lives. Repeat with: npm run long -- lives --lives ${lives} --seed ${seed}`)
  const env = { TEST_SEED: seed, TEST_CASES: String(lives / livesInEveryRun) }
  return runTests(['--testTimeout=36000000', 'test/billing/random-life.test.ts'], env)
}

function replayHistories(histories: number, seed: string): number {
  console.log(`${histories} histories. Repeat with: npm run long -- histories --histories ${histories} --seed ${seed}`)
  const env = { TEST_SEED: seed, TEST_CASES: String(histories / historiesInEveryRun) }
  return runTests(['--testTimeout=36000000', 'src/ingest/history.test.ts'], env)
}

function judgeImports(imports: number, seed: string): number {
  console.log(`${imports} imports. Repeat with: npm run long -- watches --imports ${imports} --seed ${seed}`)
  const env = { TEST_SEED: seed, TEST_CASES: String(imports / importsInEveryRun) }
  return runTests(['--testTimeout=36000000', 'src/watches/told-once.test.ts', '-t', 'WATCH-8'], env)
}

function repeatNightly(minutes: number, lives: number): number {
  if (lives > 0 && liveThrough(lives, newSeed()) !== 0) return 1
  const endsAt = Date.now() + minutes * 60_000
  const files = globSync('{src,cli,sdk,web/src,test}/**/*.test.ts', { cwd: root }).filter((file) =>
    /from 'fast-check'|support\/seed\.ts'/.test(readFileSync(join(root, file), 'utf8')),
  )
  let rounds = 0
  do {
    const seed = process.env.TEST_SEED ?? newSeed()
    console.log(`\nRepeat with: TEST_SEED=${seed} npm run long -- nightly --minutes 0 --lives 0`)
    const env = { TEST_SEED: seed, TEST_CASES: process.env.TEST_CASES ?? '15' }
    if (runTests(['--testTimeout=1800000', ...files], env) !== 0) return 1
    rounds += 1
  } while (Date.now() < endsAt)
  console.log(`\n${rounds} rounds of ${files.length} files passed.`)
  return 0
}

function takeJourneys(widths: string[], themes: string[], names: string[]): number {
  const scratch = mkdtempSync(join(tmpdir(), 'prospector-journeys-'))
  const rows: string[] = []
  let worst = 0
  for (const [width, theme] of widths.flatMap((width) => themes.map((theme) => [width, theme] as const))) {
    console.log(`\n${width} pixels wide, ${theme}`)
    const report = join(scratch, `${width}-${theme}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const files = names.map((name) => `test/browser/${name}`)
    const startedAt = Date.now()
    // Every page that a test opens is audited, which a busy machine takes minutes for.
    const args = ['--project=journeys', '--testTimeout=600000', ...reporters, ...files]
    const status = runTests(args, { TEST_WIDTH: width, TEST_THEME: theme })
    const seconds = Math.round((Date.now() - startedAt) / 1_000)
    rows.push(`| ${width} | ${theme} | ${countIn(report)} | ${status === 0 ? 'yes' : 'no'} | ${seconds} |`)
    worst = Math.max(worst, status)
  }
  rmSync(scratch, { recursive: true, force: true })
  console.log(`\n| width | theme | passed, failed | all held | seconds |\n|---:|---|---:|---|---:|\n${rows.join('\n')}`)
  return worst
}

/** A run that broke before it could count wrote no report. */
function countIn(report: string): string {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    return `${numPassedTests}, ${numFailedTests}`
  } catch {
    return 'none'
  }
}

function start(name: string, args: string[]): number {
  const run = runs[name]
  const known = Object.entries(runs).map(([key, { about }]) => `  ${key.padEnd(10)} ${about}`)
  if (!run) {
    console.log(`Usage: npm run long -- <name> [options]\n\n${known.join('\n')}`)
    return name === '' || name === '--help' ? 0 : 2
  }
  const usage = `Usage: npm run long -- ${name} ${run.usage}\n\n${run.about}`
  if (args.includes('--help')) {
    console.log(usage)
    return 0
  }
  if ('program' in run) {
    const child = spawnSync(process.execPath, [join(root, run.program), ...args], { cwd: root, stdio: 'inherit' })
    return child.status ?? 1
  }
  const options = Object.fromEntries(
    Object.entries(run.options).map(([key, value]) => [key, { type: 'string' as const, default: value }]),
  )
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: run.takesNames ?? false })
    const wrong = Object.entries(values).find(([key, value]) => counted.has(key) && !/^\d*$/.test(value ?? ''))
    if (wrong) throw new Error(`--${wrong[0]} must be a whole number.`)
    return run.run(values as Values, positionals)
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    return 2
  }
}

const counted = new Set(['requests', 'seed', 'hang-ms', 'minutes', 'lives', 'histories', 'imports'])

const [name = '', ...args] = process.argv.slice(2)
process.exitCode = start(name, args)
