import * as Radix from '@radix-ui/react-tooltip'
import { type ReactNode, useState } from 'react'

export function Tooltip({
  label,
  children,
  side = 'top',
}: {
  label: ReactNode
  children: ReactNode
  side?: 'top' | 'right' | 'bottom'
}) {
  // Inside of the part of the page that its button is in: elsewhere a reader of the page's parts would not find it.
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <Radix.Root>
      <Radix.Trigger
        asChild
        ref={(button) => setPlace(button?.closest<HTMLElement>('dialog, main, aside, header') ?? null)}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal container={place}>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 rounded-control bg-ink px-2 py-1 text-small text-ink-inverse"
        >
          {label}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={400} skipDelayDuration={200}>
    {children}
  </Radix.Provider>
)
