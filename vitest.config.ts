import { defineConfig } from 'vitest/config'

const shared = {
  globalSetup: ['test/support/global-setup.ts'],
  pool: 'forks' as const,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // A second, the default, is too short for a browser on a busy machine.
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'service',
          include: [
            'src/**/*.test.ts',
            'cli/**/*.test.ts',
            'sdk/**/*.test.ts',
            'test/**/*.test.ts',
            'web/src/**/*.test.ts',
          ],
          exclude: ['test/browser/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          // A busy machine can keep a browser from drawing in time. A test that fails twice is broken.
          retry: 1,
        },
      },
    ],
  },
})
