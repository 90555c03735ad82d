import { ago, formatDay } from './format.ts'

/** How long ago something was, with the day behind it; a dash where it is not known. */
export const Age = ({ at }: { at: string | null }) =>
  at === null ? (
    <span className="text-ink-soft">–</span>
  ) : (
    <time dateTime={at} title={formatDay(at)} className="figures block truncate text-ink-soft">
      {ago(at)}
    </time>
  )
