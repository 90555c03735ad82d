/** The table of a long run, for docs/benchmarks.md. */
import { type History, longestSilence, silenceByFault, type Violation } from './history.ts'

type Run = { seed: number; tookMs: number; violations: Violation[]; hasDisk: boolean }

export function reportRun(history: History, { seed, tookMs, violations, hasDisk }: Run): void {
  const statuses = Object.groupBy(history.reveals, ({ status }) => String(status ?? 'no answer'))
  const silences = silenceByFault(history)
  const times = Object.groupBy(history.faults, ({ name }) => name)
  const byRule = Object.groupBy(violations, ({ rule }) => rule)
  const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`
  const lines = [
    `| seed ${seed}, ${Math.round(tookMs / 6_000) / 10} minutes, two nodes | |`,
    '|---|---|',
    `| reveals sent | ${history.reveals.length} |`,
    ...Object.entries(statuses).map(([status, reveals]) => `| answered ${status} | ${reveals!.length} |`),
    `| suppressions, revoked keys | ${history.suppressed.size}, ${history.revoked.size} |`,
    `| grants, changes of plan, imported stores | ${history.granted.size}, ${history.planChanges}, ${history.imported.length} |`,
    `| faults | ${history.faults.length} |`,
    ...Object.entries(times).map(
      ([name, all]) =>
        `| ${name}: times, longest time without a reveal | ${all!.length}, ${seconds(silences.get(name)!)} |`,
    ),
    ...(hasDisk ? [] : ['| the disk is full | not tried: it takes root and Linux |']),
    `| longest time without a reveal | ${seconds(longestSilence(history))} |`,
    ...Object.entries(byRule).map(([rule, all]) => `| VIOLATION: ${rule} | ${all!.length} |`),
    `| violations | ${violations.length} |`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
