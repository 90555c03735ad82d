/** The table of a long run, for docs/benchmarks.md. */
import { countRecovered, findSilence, type History, longestSilence, silenceByFault, type Violation } from './history.ts'

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
    `| spends cut off before their commit, after it | ${history.commitsCut.before}, ${history.commitsCut.after} |`,
    `| charged without an answer, and answered on a retry without a second charge | ${countRecovered(history)} |`,
    ...(hasDisk ? [] : ['| the disk is full | not tried: it takes root and Linux |']),
    `| longest time without a reveal | ${seconds(longestSilence(history))} |`,
    ...Object.entries(byRule).map(([rule, all]) => `| VIOLATION: ${rule} | ${all!.length} |`),
    `| violations | ${violations.length} |`,
    '',
    ...describeSilence(history),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** What went on during the longest time without a reveal: the faults, and what callers were told. */
function describeSilence(history: History): string[] {
  const silence = findSilence(history)
  const during = history.faults.filter(({ startedAt, endedAt }) => endedAt >= silence.from && startedAt <= silence.to)
  const told = history.reveals.filter(({ answeredAt }) => answeredAt > silence.from && answeredAt < silence.to)
  const statuses = Object.groupBy(told, ({ status }) => String(status ?? 'no answer'))
  return [
    'During the longest time without a reveal:',
    ...during.map(
      ({ name, startedAt, endedAt }) =>
        `  from ${startedAt - silence.from} ms to ${endedAt - silence.from} ms: ${name}`,
    ),
    ...Object.entries(statuses).map(([status, all]) => `  answered ${status}: ${all!.length} times`),
  ]
}
