import * as Radix from '@radix-ui/react-dropdown-menu'
import { type ReactNode, useRef, useState } from 'react'
import { Icon, type IconName } from './icons.tsx'

/**
 * Not modal: a modal menu would lock scrolling through a style element of its own, which our
 * Content-Security-Policy refuses.
 */
export function Menu({
  trigger,
  children,
  side = 'bottom',
  align = 'start',
  opening,
}: {
  trigger: ReactNode
  children: ReactNode
  side?: 'top' | 'bottom' | 'right'
  align?: 'start' | 'end'
  /** Where something else than its button opens it, too. */
  opening?: { isOpen: boolean; setOpen: (isOpen: boolean) => void }
}) {
  // Behind an open dialog everything is inert, so a menu opens inside of what its button is in.
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const content = useRef<HTMLDivElement>(null)
  // A menu that closes gives the focus back to its button one timer later. Opened again by then, it would lose the focus, and close.
  const keepFocus = (event: CustomEvent<{ originalEvent: FocusEvent }>) => {
    if (event.detail.originalEvent.target !== button.current) return
    event.preventDefault()
    content.current?.focus({ preventScroll: true })
  }
  return (
    <Radix.Root modal={false} {...(opening && { open: opening.isOpen, onOpenChange: opening.setOpen })}>
      <Radix.Trigger
        asChild
        ref={(trigger) => {
          button.current = trigger
          setPlace(trigger?.closest<HTMLElement>('dialog, main, aside') ?? null)
        }}
      >
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={place}>
        <Radix.Content
          ref={content}
          onFocusOutside={keepFocus}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="appear z-60 min-w-48 rounded-panel bg-raised p-1 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** What can be done with one thing, behind three dots. */
export const MoreMenu = ({ label, children }: { label: string; children: ReactNode }) => (
  <Menu
    align="end"
    trigger={
      <button
        type="button"
        aria-label={label}
        className="inline-flex size-8 items-center justify-center rounded-control text-ink-faint hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
      >
        <Icon name="more" />
      </button>
    }
  >
    {children}
  </Menu>
)

/**
 * A closing menu gives the focus back to its button one timer later. What is chosen waits for that: a dialog then knows
 * where to return the focus to.
 */
const afterClosing = (act: () => void): void => void setTimeout(() => setTimeout(act))

export function MenuItem({
  icon,
  children,
  hint,
  isChosen,
  onSelect,
}: {
  icon?: IconName
  children: ReactNode
  hint?: ReactNode
  isChosen?: boolean
  onSelect: () => void
}) {
  return (
    <Radix.Item
      onSelect={() => afterClosing(onSelect)}
      className="flex h-8 cursor-pointer items-center gap-2 rounded-control px-2 text-table text-ink outline-none data-[highlighted]:bg-hover"
    >
      {icon && <Icon name={icon} className="text-ink-faint" />}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {isChosen && <Icon name="check" />}
      {hint}
    </Radix.Item>
  )
}

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="truncate px-2 pt-2 pb-1 text-small text-ink-faint">{children}</Radix.Label>
)

export const MenuSeparator = () => <Radix.Separator className="my-1 h-px bg-line" />
