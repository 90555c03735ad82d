import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

// Nodes, workers and child processes of tests start from compiled code, as the command does (cli/main.ts).
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url))

const shared = {
  pool: 'forks' as const,
  // An eighth of a worker's time went into collecting what was young; with more room it is collected less often.
  execArgv: ['--max-semi-space-size=64'],
  // Files share the modules of their worker: loading the service again for each would be a fifth of the run. What the
  // service keeps in modules (random bytes, common passwords, the taxonomy of an index) is nothing by which a test could
  // notice another, and whatever a test starts, it stops.
  isolate: false,
  // Node runs TypeScript by itself, as it does in production; Vite would read and rewrite every module first. Coverage needs it.
  experimental: { viteModuleRunner: process.argv.includes('--coverage'), nodeLoader: false },
  // A test that hangs fails in the end, and one that works never fails for the want of time: a busy machine can take ten times
  // as long as a quiet one. What a test waits for has bounds of its own, which say more when they are over.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
}

/** It imports the browser tests of every test run. `npm run long -- journeys` runs them and all others, each file by itself. */
const inEveryRun = 'test/browser/every-run.test.ts'

/** What `npm test` counts and prints at its end (scripts/check.mjs). */
const { TEST_REPORT } = process.env

export default defineConfig({
  test: {
    reporters: ['default', ...(TEST_REPORT ? [['json', { outputFile: TEST_REPORT }] as ['json', object]] : [])],
    // Tests wait for processes, deadlines and pages for a third of their time, in which two workers would leave two cores idle.
    maxWorkers: Math.max(5, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    // `npm run long -- coverage`; what only runs in a browser is covered by the browser tests, which this does not count.
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'cli/**/*.ts', 'sdk/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*-fixture.ts'],
      reporter: ['text-summary', 'html'],
    },
    globalSetup: ['test/support/global-setup.ts'],
    projects: [
      {
        test: {
          ...shared,
          name: 'service',
          include: [
            'src/**/*.test.ts',
            'cli/**/*.test.ts',
            'sdk/**/*.test.ts',
            'scripts/**/*.test.ts',
            'test/**/*.test.ts',
            'web/src/**/*.test.ts',
          ],
          exclude: [
            ...['test/browser/**', '**/node_modules/**'],
            // `npm run long -- faults` says for how long.
            ...(process.env.FAULT_MINUTES ? [] : ['test/faults/harness.test.ts']),
          ],
          setupFiles: ['test/support/seed-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: [inEveryRun],
        },
      },
      {
        test: {
          ...shared,
          name: 'journeys',
          include: ['test/browser/**/*.test.ts'],
          exclude: [inEveryRun],
        },
      },
      // `npm run long -- python`, which finds a Python that has what the package needs.
      ...(process.env.TEST_PYTHON
        ? [{ test: { ...shared, name: 'python', include: ['sdk-python/**/*.test.ts'] } }]
        : []),
    ],
  },
})
