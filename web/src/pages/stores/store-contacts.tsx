import { type CSSProperties, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { perRequest } from '../../api/limits.ts'
import { selectionLeftHere } from '../../shared/billing/checkout-return.ts'
import { type ContactRow, storeContactTable } from '../../shared/contacts/contact-columns.tsx'
import { ContactDetails } from '../../shared/contacts/contact-drawer.tsx'
import { pressReveal, SelectionBar } from '../../shared/contacts/lazy-selection-bar.tsx'
import { useSelectionKept } from '../../shared/contacts/use-selection-kept.ts'
import { useShowRevealed } from '../../shared/contacts/use-show-revealed.ts'
import { SearchFailed } from '../../shared/first-run/without-plan.tsx'
import { useLabelOf } from '../../shared/labels.tsx'
import { listKey } from '../../shared/lists/list-key.ts'
import type { RevealSource } from '../../shared/reveals/job-quote.ts'
import { RefusalDialog, useAnnounceReveals } from '../../shared/reveals/reveal-notices.tsx'
import type { RevealState } from '../../shared/reveals/reveal-run.ts'
import { useReveals } from '../../shared/reveals/use-reveals.ts'
import { useOpening } from '../../shared/use-opening.ts'
import { useOwnLayout } from '../../shared/use-own-layout.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { PlainSelect } from '../../ui/field.tsx'
import { TableSkeletons } from '../../ui/table/table.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { fitColumns } from '../../ui/table/table-layout.ts'
import { focusRow, TableRow } from '../../ui/table/table-row.tsx'
import { type Table, useTable } from '../../ui/table/use-table.ts'
import { useWidth } from '../../ui/table/use-width.ts'
import { isDecider, useStorePeople } from './store-people.ts'

/** As many as most stores have. */
const skeletonRows = 25

// Loaded when somebody first reveals more than a few.
const RevealDialog = lazy(async () => ({
  default: (await import('../../shared/reveals/reveal-dialog.tsx')).RevealDialog,
}))

/** As high as the rows and their head will be: content below must not move. */
const TableSkeleton = ({ rows, isCard }: { rows: number; isCard: boolean }) =>
  rows > 0 && (
    <div className="overflow-hidden rounded-panel border pt-9">
      <TableSkeletons spec={storeContactTable} count={rows} isCard={isCard} />
    </div>
  )

/** The people of one store, with the same rows, selection and reveal as the contacts page. */
export function StoreContacts({ domain, expected, roles }: { domain: string; expected: number; roles: string[] }) {
  const [role, setRole] = useState<string>()
  const { results, people } = useStorePeople(domain, role)
  const reveals = useReveals()
  const layout = useOwnLayout('store-contacts', storeContactTable.columns)
  const opening = useOpening<ContactRow>()
  const table = useTable<ContactRow>({
    spec: storeContactTable,
    layout,
    rows: people,
    place: [domain, role].join(' '),
    opening,
    begin: selectionLeftHere,
    keys: { r: pressReveal, ...listKey },
  })
  const { selected, open, clear, close } = table
  const [isConfirming, setConfirming] = useState(false)
  useSelectionKept(selected)
  useAnnounceReveals(reveals)
  useShowRevealed(people)

  return (
    <section aria-labelledby="people" className="min-w-0">
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="people" className="flex-1 font-semibold">
          Contacts
        </h2>
        {expected > 0 && <RoleSelect roles={roles} role={role} onChange={setRole} />}
        <RevealDeciders domain={domain} role={role} people={people} isWhole={!results.hasNextPage} reveals={reveals} />
      </div>
      {results.error && <SearchFailed error={results.error} onRetry={() => void results.refetch()} />}
      {results.isPending && <TableSkeleton rows={Math.min(expected, skeletonRows)} isCard={table.isCard} />}
      {results.isSuccess && people.length === 0 && (
        <p className="text-ink-faint">
          {role ? 'Nobody with this role can be revealed here.' : 'No contacts to reveal at this store.'}
        </p>
      )}
      {people.length > 0 && <WholeTable table={table} />}
      {results.hasNextPage && (
        <Button className="mt-3" isBusy={results.isFetchingNextPage} onClick={() => void results.fetchNextPage()}>
          Show more
        </Button>
      )}
      <div className="sticky bottom-0 z-20 -mx-4 mt-3">
        <SelectionBar
          selected={selected}
          reveals={reveals}
          isConfirming={isConfirming}
          onConfirming={setConfirming}
          onClear={clear}
        />
      </div>
      {open && (
        <Sheet title="Contact" onClose={close}>
          <ContactDetails preview={open} reveals={reveals} />
        </Sheet>
      )}
      <RefusalDialog reveals={reveals} />
    </section>
  )
}

function RoleSelect({
  roles,
  role,
  onChange,
}: {
  roles: string[]
  role: string | undefined
  onChange: (role: string | undefined) => void
}) {
  const labelOf = useLabelOf()
  if (roles.length < 2) return null
  return (
    <div className="w-44">
      <PlainSelect aria-label="Role" value={role ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
        <option value="">Any role</option>
        {roles.map((one) => (
          <option key={one} value={one}>
            {labelOf('roles', one)}
          </option>
        ))}
      </PlainSelect>
    </div>
  )
}

/** Everybody who decides and is not revealed yet: the price first, then a job. */
function RevealDeciders({
  domain,
  role,
  people,
  isWhole,
  reveals,
}: {
  domain: string
  role: string | undefined
  people: readonly ContactRow[]
  isWhole: boolean
  reveals: RevealState
}) {
  const [isAsking, setAsking] = useState(false)
  const ids = people
    .filter((one) => isDecider(one) && !one.revealed && !reveals.revealed.has(one.id))
    .map(({ id }) => id)
  if (ids.length === 0 && !isAsking) return null
  const person = { seniority_any: ['executive', 'decision_maker'] as const, ...(role && { roles_any: [role] }) }
  const source: RevealSource = isWhole
    ? { contact_ids: ids }
    : {
        search: { person: { ...person, seniority_any: [...person.seniority_any] }, store: { domains: [domain] } },
        max: perRequest.createJob.contact_ids,
      }
  return (
    <>
      <Button look="gold" onClick={() => setAsking(true)}>
        Reveal the decision makers
      </Button>
      <Suspense>
        {isAsking && (
          <RevealDialog source={source} most={isWhole ? ids.length : null} onClose={() => setAsking(false)} />
        )}
      </Suspense>
    </>
  )
}

/** All rows that are loaded, in a page that scrolls as a whole. */
function WholeTable({ table }: { table: Table<ContactRow> }) {
  const { spec, rows, selection, current, isCard, toggle, openAt } = table
  const grid = useRef<HTMLDivElement>(null)
  const width = useWidth(grid)
  const layout = useMemo(() => fitColumns(table.layout, width), [table.layout, width])
  useEffect(() => focusRow(grid.current, current), [current])
  return (
    <div
      className="@container overflow-hidden rounded-panel border"
      style={{ '--columns': layout.template } as CSSProperties}
    >
      <div ref={grid} role="grid" aria-label={spec.label} aria-multiselectable="true" className="*:scroll-mb-16 -mb-px">
        <div className="text-small font-medium text-ink-faint">
          <TableHead table={table} layout={layout} />
        </div>
        {rows.map((row, index) => (
          <TableRow
            key={row.id}
            spec={spec}
            row={row}
            layout={layout}
            index={index}
            isSelected={selection.has(row.id)}
            isCurrent={index === Math.max(current, 0)}
            isOpen={false}
            isCard={isCard}
            onSelect={toggle}
            onOpen={openAt}
          />
        ))}
      </div>
    </div>
  )
}
