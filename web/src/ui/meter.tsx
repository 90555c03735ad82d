export function Meter({
  value,
  max,
  look = 'gold',
  label,
}: {
  value: number
  max: number
  look?: 'gold' | 'amber' | 'ink'
  label: string
}) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  const fill = { gold: 'bg-gold', amber: 'bg-amber', ink: 'bg-ink-soft' }[look]
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={Math.max(max, value)}
      className="h-1 w-full overflow-hidden rounded-full bg-bar"
    >
      <div
        className={`h-full rounded-full transition-[width] duration-200 ${fill}`}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}
