/** What an earlier line of the same import did with a row; null: none held it. */
export type LineEffect = 'written' | 'unchanged' | null

/** What became of the stores, or of the people, that an import met. Each counts once, however many lines held it. */
export type Counts = { new: number; changed: number; unchanged: number; retired: number }

export const emptyCounts = (): Counts => ({ new: 0, changed: 0, unchanged: 0, retired: 0 })

export function addCounts(total: Counts, more: Counts): void {
  total.new += more.new
  total.changed += more.changed
  total.unchanged += more.unchanged
  total.retired += more.retired
}

/** For a batch that is planned again. */
export function subtractCounts(total: Counts, less: Counts): void {
  addCounts(total, { new: -less.new, changed: -less.changed, unchanged: -less.unchanged, retired: -less.retired })
}

/** A row that an earlier line left alone and this one changes is a changed one. */
export function noteOutcome(counts: Counts, seen: LineEffect, outcome: keyof Counts): void {
  if (seen === 'written' || (seen === 'unchanged' && outcome === 'unchanged')) return
  if (seen === 'unchanged') counts.unchanged -= 1
  counts[outcome] += 1
}
