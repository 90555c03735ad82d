import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { limits } from '../../api/limits.ts'
import { ExportMenu } from '../../shared/exports/export-menu.tsx'
import { plural } from '../../shared/format.ts'
import { StatusSelect } from '../../shared/work/status-choice.tsx'
import { PlainInput, PlainSelect } from '../../ui/field.tsx'
import { askedFor, type RevealedFilter, times } from './use-revealed.ts'

const restMs = 250

/** Words to find in it, and all of it as a spreadsheet. */
export function RevealedHeader({
  total,
  isStale,
  looking,
  onWords,
  onChoice,
  view,
  canExport,
  field,
}: {
  total: { count: number; isExact: boolean } | undefined
  isStale: boolean
  looking: RevealedFilter
  onWords: (words: string | undefined) => void
  onChoice: (choice: Partial<RevealedFilter>) => void
  view: ReactNode
  canExport: boolean
  field: RefObject<HTMLInputElement | null>
}) {
  return (
    <header className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2">
      <div className="flex min-w-0 flex-1 items-baseline gap-2 max-md:flex-col max-md:gap-0">
        <h1 className="max-w-full truncate text-title font-semibold tracking-[-0.01em]">Revealed</h1>
        {total && (
          <p role="status" data-testid="total" data-stale={isStale} className="figures shrink-0 text-ink-faint">
            {total.isExact ? plural(total.count, 'contact') : `more than ${plural(total.count, 'contact')}`}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 max-md:order-last max-md:basis-full">
        <WordsField words={looking.words} onWords={onWords} field={field} />
        <div className="w-32 shrink-0">
          <PlainSelect
            aria-label="When it was revealed"
            value={looking.days ?? ''}
            onChange={(event) => onChoice({ days: event.target.value || undefined })}
          >
            <option value="">Any time</option>
            {Object.entries(times).map(([days, label]) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </PlainSelect>
        </div>
        <StatusSelect choice={looking.status} onChange={(status) => onChoice({ status })} />
      </div>
      {view}
      <ExportMenu what={askedFor(looking)} name="revealed-contacts" isDisabled={!canExport} side="bottom" />
    </header>
  )
}

/** The address follows when the typing rests; a change of the address from elsewhere is shown. */
function WordsField({
  words,
  onWords,
  field,
}: {
  words: string | undefined
  onWords: (words: string | undefined) => void
  field: RefObject<HTMLInputElement | null>
}) {
  const [typed, setTyped] = useState(words ?? '')
  const sent = useRef(words)
  useEffect(() => {
    if (words === sent.current) return
    sent.current = words
    setTyped(words ?? '')
  }, [words])
  useEffect(() => {
    const wanted = typed.trim() || undefined
    if (wanted === sent.current) return
    const timer = setTimeout(() => {
      sent.current = wanted
      onWords(wanted)
    }, restMs)
    return () => clearTimeout(timer)
  }, [typed, onWords])
  return (
    <div className="min-w-0 flex-1 max-md:basis-full md:w-56 min-[1200px]:w-64">
      <PlainInput
        ref={field}
        type="search"
        aria-label="Find in revealed contacts"
        placeholder="Name, store, email, phone"
        maxLength={limits.valueLengthMax}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  )
}
