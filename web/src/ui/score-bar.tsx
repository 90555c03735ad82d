/** A score from 0 to 100: the number, and how much of the whole it is. */
export const ScoreBar = ({ score }: { score: number | null }) =>
  score === null ? (
    <span className="text-ink-faint">–</span>
  ) : (
    <span className="flex items-center justify-end gap-2">
      <span aria-hidden="true" className="h-1 w-8 overflow-hidden rounded-full bg-bar">
        <span className="block h-full rounded-full bg-ink-soft" style={{ width: `${score}%` }} />
      </span>
      <span className="figures w-6 text-right font-medium">{score}</span>
    </span>
  )
