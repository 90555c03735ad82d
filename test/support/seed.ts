/**
 * One policy for tests that draw their cases at random. Every run draws the same ones, so that a failure is the change's and
 * not the day's; `npm run long -- nightly` draws others. A failing test prints the seed, and TEST_SEED=<seed> repeats it.
 */
export const seed = Number(process.env.TEST_SEED ?? 20_261_115)

/** As many cases as a test can afford in every run, and more where TEST_CASES says how many times as many. */
export const cases = (count: number): number => Math.ceil(count * Number(process.env.TEST_CASES ?? 1))
