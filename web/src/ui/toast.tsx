import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'

export type Toast = { title: string; detail?: ReactNode; look?: 'plain' | 'danger' | 'success' }
type ShownToast = Toast & { id: number }

let shown: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function replace(next: readonly ShownToast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** A short message in the corner of the screen. Errors that need an answer belong next to what failed, not here. */
export function toast(given: Toast): void {
  // One at a time: the newest. A failure that nobody has read yet stays above it.
  const unread = shown.filter(({ look }) => look === 'danger').slice(-1)
  replace([...unread, { ...given, id: ++lastId }])
}

const dismiss = (id: number): void => replace(shown.filter((one) => one.id !== id))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, () => shown)
  const layer = useRef<HTMLDivElement>(null)
  // Shown again with each message: the browser then puts it above a dialog that was opened since.
  useEffect(() => {
    layer.current?.hidePopover()
    if (toasts.length > 0) layer.current?.showPopover()
  }, [toasts])
  return (
    <div
      ref={layer}
      popover="manual"
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-auto right-4 bottom-18 m-0 flex flex-col gap-2 overflow-visible bg-transparent not-open:hidden"
    >
      {toasts.map((one) => (
        <ToastCard key={one.id} toast={one} />
      ))}
    </div>
  )
}

function ToastCard({ toast: { id, title, detail, look = 'plain' } }: { toast: ShownToast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), look === 'danger' || detail ? 10_000 : 4_000)
    return () => clearTimeout(timer)
  }, [id, look, detail])
  const edge = { plain: 'bg-ink-faint', danger: 'bg-danger', success: 'bg-success' }[look]
  return (
    <div
      data-testid="toast"
      className={`appear pointer-events-auto flex max-w-90 gap-3 rounded-panel bg-raised py-1.5 pr-2 pl-3 shadow-float ${detail ? 'items-start' : 'items-center'}`}
    >
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${edge} ${detail ? 'mt-2.5' : ''}`} />
      <div className={`min-w-0 flex-1 ${detail ? 'py-1' : ''}`}>
        <p className="text-table font-medium">{title}</p>
        {detail && <div className="text-small text-ink-faint">{detail}</div>}
      </div>
      <IconButton icon="close" label="Dismiss" onClick={() => dismiss(id)} />
    </div>
  )
}
