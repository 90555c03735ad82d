/** Whether the caller would rather have a spreadsheet than JSON; of two wishes that weigh the same, the first counts. */
export function prefersCsv(accept: string | undefined): boolean {
  const wishes = (accept ?? '')
    .split(',')
    .map((wish) => wish.trim().toLowerCase())
    .map((wish) => ({ type: wish.split(';')[0]!.trim(), weight: Number(/;\s*q=([\d.]+)/.exec(wish)?.[1] ?? 1) }))
    .filter(({ type, weight }) => weight > 0 && (type === 'text/csv' || type === 'application/json'))
    .sort((a, b) => b.weight - a.weight)
  return wishes[0]?.type === 'text/csv'
}
