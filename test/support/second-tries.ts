import { appendFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'

/**
 * Writes down the tests that passed only the second time, a line each: `npm test` prints them at its end. Such a test is a
 * fault, of itself or of a page, that has to be found.
 */
export class SecondTries implements Reporter {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    const [reason = ''] = test.result().errors?.[0]?.message.split('\n') ?? []
    appendFileSync(this.#path, `${test.module.relativeModuleId} > ${test.fullName}: ${reason}\n`)
  }
}
