import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './button.tsx'
import { giveFocusBack, pathOf } from './focus.ts'

type Manners = {
  /** Focus the first field, or the button that says so, rather than the dialog. */
  startsInField?: boolean
  /** Escape and a click outside leave it open: only a button of its own closes it. */
  isKept?: boolean
}

/** The browser's own modal dialog: focus stays inside, Escape closes, the page behind is inert. */
function useModal(onClose: () => void, { startsInField = true, isKept = false }: Manners = {}) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = pathOf(document.activeElement)
    // Left alone, the browser would focus the close button, which nobody opened a dialog for and whose hint would show.
    dialog.setAttribute('autofocus', '')
    if (!dialog.open) dialog.showModal()
    const field = startsInField
      ? dialog.querySelector<HTMLElement>(':is([data-starts-here=true], input, select, textarea):enabled')
      : null
    ;(field ?? dialog).focus()
    const leave = () => {
      if (!isKept) close.current()
    }
    const onCancel = (event: Event) => {
      event.preventDefault()
      leave()
    }
    const onPointer = (event: MouseEvent) => {
      if (event.target === dialog) leave()
    }
    // A second Escape in a row closes a dialog without asking it.
    const onClosed = () => (isKept ? dialog.showModal() : close.current())
    dialog.addEventListener('cancel', onCancel)
    dialog.addEventListener('mousedown', onPointer)
    dialog.addEventListener('close', onClosed)
    return () => {
      dialog.removeEventListener('cancel', onCancel)
      dialog.removeEventListener('mousedown', onPointer)
      dialog.removeEventListener('close', onClosed)
      dialog.close()
      giveFocusBack(before)
    }
  }, [startsInField, isKept])
  // The element that had the focus may be gone after its own action; behind the dialog nothing could take it.
  useEffect(() => {
    const dialog = ref.current
    if (dialog?.open && !dialog.contains(document.activeElement)) dialog.focus()
  })
  return ref
}

type DialogProps = {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  isWide?: boolean
  isKept?: boolean
}

export function Dialog({ title, onClose, children, footer, isWide = false, isKept = false }: DialogProps) {
  const ref = useModal(onClose, { isKept })
  const titleId = useId()
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={`appear m-auto w-[calc(100vw-32px)] rounded-panel bg-raised shadow-float outline-none ${isWide ? 'max-w-160' : 'max-w-110'}`}
    >
      <div className="flex items-center justify-between gap-2 px-5 pt-4">
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        {!isKept && <IconButton icon="close" label="Close" onClick={onClose} />}
      </div>
      <div className="hairline-scroll max-h-[70vh] overflow-y-auto px-5 pt-2 pb-5 text-body text-ink-soft">
        {children}
      </div>
      {footer && <div className="flex justify-end gap-2 border-t px-5 py-3">{footer}</div>}
    </dialog>
  )
}

/** A panel from the edge: right for details, left for filters and navigation on a phone. */
export function Sheet({
  title,
  onClose,
  children,
  side = 'right',
  footer,
}: {
  title: string
  onClose: () => void
  children: ReactNode
  side?: 'left' | 'right'
  footer?: ReactNode
}) {
  // On a phone a focused field would bring the keyboard up over what the sheet shows.
  const ref = useModal(onClose, { startsInField: false })
  const titleId = useId()
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={`my-0 h-dvh w-[min(360px,calc(100vw-40px))] bg-surface shadow-float outline-none ${side === 'right' ? 'mr-0 ml-auto' : 'mr-auto ml-0'}`}
    >
      <div className="flex h-full flex-col">
        <div className="flex h-13 shrink-0 items-center justify-between gap-2 border-b pr-3 pl-4">
          <h2 id={titleId} className="font-semibold">
            {title}
          </h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </div>
        <div className="hairline-scroll min-h-0 flex-1 overflow-y-auto">{children}</div>
        {footer && <div className="border-t p-3">{footer}</div>}
      </div>
    </dialog>
  )
}

/** A modal without a head, for the command menu. */
export function BareDialog({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const ref = useModal(onClose)
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      aria-label={label}
      className="appear mx-auto mt-[14vh] mb-auto w-[calc(100vw-32px)] max-w-140 overflow-hidden rounded-panel bg-raised shadow-float outline-none"
    >
      {children}
    </dialog>
  )
}
