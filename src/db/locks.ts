/**
 * Every advisory lock of the database. A lock's number is its place in this list, so no two can be the same. Nodes of
 * different releases, and migrations, rely on the numbers: add names at the end, and never remove or reorder one.
 */
const names = [
  /** Held by the node that applies a migration. */
  'migration',
  /** Two that change the privileges of one table at once would fail one of them. Migrations 0057 and 0058 take it, too. */
  'privileges',
  /** Two first starts prepare the demo one after the other. */
  'demo',
  /** One import of files at a time. */
  'import',
  /** Where tests hold calls that are to race (`test/support/race.ts`). */
  'raceGate',
] as const

const first = 7_305_120_831

export const advisoryLocks = Object.fromEntries(names.map((name, at) => [name, first + at])) as Record<
  (typeof names)[number],
  number
>
