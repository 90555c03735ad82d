import { Button, IconButton } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { Dialog } from '../dialog.tsx'
import { SelectField } from '../field.tsx'
import { type Density, type TableLayout, useWithoutSpace } from './table-layout.ts'

const densities: [Density, string][] = [
  ['comfortable', 'Comfortable'],
  ['compact', 'Compact'],
]

export function ViewDialog({
  layout,
  isCard,
  isSorted,
  foldLabel,
  onClose,
}: {
  layout: TableLayout
  isCard: boolean
  isSorted: boolean
  foldLabel: string | undefined
  onClose: () => void
}) {
  const { isFolded, change, reset } = layout
  return (
    <Dialog
      title={isCard ? 'View' : 'Table view'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={reset}>Reset</Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {!isCard ? <ColumnFields layout={layout} /> : !isSorted && <SortFields layout={layout} />}
      {foldLabel && (
        <label className="mt-3 flex min-h-8 items-center gap-2.5 text-table text-ink">
          <Checkbox checked={isFolded} onChange={() => change({ isFolded: !isFolded })} />
          {foldLabel}
        </label>
      )}
      {!isCard && (
        <p className="mt-3 text-small text-ink-faint">
          Drag the edge of a column head to resize it, or move to it with Tab and use the arrow keys.
        </p>
      )}
    </Dialog>
  )
}

/** What a click on a column's head does where there are heads. */
function SortFields({ layout: { specs, sort, change } }: { layout: TableLayout }) {
  return (
    <div className="flex items-end gap-2">
      <SelectField
        label="Sort by"
        className="flex-1"
        value={sort?.id ?? ''}
        onChange={({ target: { value: id } }) => {
          const isDescending = specs.find((one) => one.id === id)?.isNumber ?? false
          change({ sort: id ? { id, isDescending } : null })
        }}
      >
        <option value="">Default order</option>
        {specs
          .filter(({ value }) => value !== undefined)
          .map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
      </SelectField>
      {sort && (
        <Button
          icon={sort.isDescending ? 'chevronDown' : 'up'}
          onClick={() => change({ sort: { ...sort, isDescending: !sort.isDescending } })}
        >
          {sort.isDescending ? 'Descending' : 'Ascending'}
        </Button>
      )}
    </div>
  )
}

function ColumnFields({ layout }: { layout: TableLayout }) {
  const { ordered, isHidden, density, change } = layout
  const withoutSpace = useWithoutSpace(layout)
  const hiddenIds = ordered.filter(({ id }) => isHidden(id)).map(({ id }) => id)
  const move = (at: number, by: number) => {
    const order = ordered.map(({ id }) => id)
    const [moved] = order.splice(at, 1)
    order.splice(at + by, 0, moved!)
    change({ order })
  }
  return (
    <>
      <h3 className="mb-1 text-small text-ink-faint">Columns</h3>
      <ul className="divide-y rounded-panel border">
        {ordered.map(({ id, label, isFixed }, at) => (
          <li key={id} className="flex h-10 items-center gap-2 pr-1 pl-3 text-table text-ink">
            <label className="flex min-w-0 flex-1 items-center gap-2.5">
              <Checkbox
                checked={isFixed || !isHidden(id)}
                disabled={isFixed}
                onChange={() =>
                  change({ hidden: isHidden(id) ? hiddenIds.filter((other) => other !== id) : [...hiddenIds, id] })
                }
              />
              <span className="truncate">{label}</span>
              {withoutSpace.includes(id) && <span className="shrink-0 text-small text-ink-faint">No space now</span>}
            </label>
            <IconButton icon="up" label={`Move ${label} left`} disabled={at === 0} onClick={() => move(at, -1)} />
            <IconButton
              icon="chevronDown"
              label={`Move ${label} right`}
              disabled={at === ordered.length - 1}
              onClick={() => move(at, 1)}
            />
          </li>
        ))}
      </ul>
      {withoutSpace.length > 0 && (
        <p className="mt-2 text-small text-ink-faint">
          Columns without space come back in a wider window.{' '}
          <button type="button" className="underline hover:text-ink" onClick={() => change({ hidden: hiddenIds })}>
            Show all that are ticked
          </button>
          , and the table scrolls.
        </p>
      )}
      <fieldset className="mt-4">
        <legend className="mb-1 text-small text-ink-faint">Rows</legend>
        <div className="flex rounded-control border bg-sunken p-0.5">
          {densities.map(([value, label]) => (
            <button
              key={value}
              type="button"
              aria-pressed={density === value}
              onClick={() => change({ density: value })}
              className="h-8 flex-1 rounded-small text-table text-ink-soft aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink"
            >
              {label}
            </button>
          ))}
        </div>
      </fieldset>
    </>
  )
}
