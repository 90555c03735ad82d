/** Numbers that errors and events state, and that their module keeps to. All others stand in the module that keeps to them. */

/** The body of a request. */
export const bodyBytesMax = 64 * 1024
/** The body of a request to an operation that takes long lists. */
export const largeBodyBytesMax = 4 * 1024 * 1024
/** Well below what the parser takes for address and headers together. */
export const addressBytesMax = 8 * 1024
/** Node's own bound. */
export const headersBytesMax = 16 * 1024
export const idempotencyKeyLengthMax = 255

/** How many an account has at once. A job may hold a hundred thousand inputs: without a bound, jobs that wait could fill the disk. */
export const unfinishedJobsMax = 100
/** Exports of an account that run or wait. */
export const exportsPerAccount = 2
export const webhooksMax = 10
/** Runs that people started and that are not over. */
export const hubspotRunsMax = 10
export const exclusionsMax = 500
export const exclusionEntriesMax = 500_000
/** A search that finds more when it is saved is not watched: that would be no news, and a burden on every import. */
export const watchedResultsMax = 100_000

/** Credits are low when this share of what the period was given, or less, is left. */
export const lowPercent = 20
/** How long before its end a trial is announced. */
export const trialEndingDays = 3
/** A webhook is disabled after this long without a success: longer than all retries of an event take (`pausesMs`, webhooks/attempts.ts). */
export const webhookFailsDays = 5
/** The most matches that an event of a watch shows. */
export const reportedMatchesMax = 100
