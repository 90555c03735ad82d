import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { followBalance } from '../../api/balance.ts'
import { AccessProvider } from '../../shared/access.tsx'
import { PastDueStrip } from '../../shared/billing/plan-notices.tsx'
import { FirstRunStrip } from '../../shared/first-run/first-run-card.tsx'
import { ProgressButton } from '../../shared/jobs/lazy-job-progress.tsx'
import { LabelsProvider } from '../../shared/labels.tsx'
import { Logo } from '../../shared/logo.tsx'
import { useFollowedJobs } from '../../shared/reveals/use-followed-jobs.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { useShortcut } from '../../ui/shortcuts.ts'
import { useOneAccount } from './current-account.ts'
import { Rail } from './rail.tsx'
import { SupportViewStrip } from './support-view-strip.tsx'

// Loaded when first opened: the first page does not wait for them.
const CommandMenu = lazy(() => import('./command-menu.tsx').then((module) => ({ default: module.CommandMenu })))
const ShortcutList = lazy(() => import('./shortcut-list.tsx').then((module) => ({ default: module.ShortcutList })))

export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const [isCommanding, setCommanding] = useState(false)
  const [isHelping, setHelping] = useState(false)
  const [isRailOpen, setRailOpen] = useState(false)
  useOneAccount()
  useFollowedJobs()
  useEffect(followBalance, [])
  useShortcut('mod+k', () => setCommanding(true))
  useShortcut('?', () => setHelping(true))

  return (
    <div className="flex h-full flex-col md:flex-row">
      <a
        href="#page"
        className="sr-only z-50 rounded-control bg-ink px-3 py-2 text-ink-inverse focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <aside className="hidden shrink-0 border-r md:block">
        <Rail onCommand={() => setCommanding(true)} />
      </aside>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b bg-surface px-3 md:hidden">
        <IconButton icon="menu" label="Open navigation" onClick={() => setRailOpen(true)} />
        <Logo />
        <span className="flex-1" />
        <ProgressButton onOpen={() => setRailOpen(true)} />
        <IconButton icon="search" label="Search and commands" onClick={() => setCommanding(true)} />
      </header>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <SupportViewStrip />
        <FirstRunStrip />
        <PastDueStrip />
        <div id="page" tabIndex={-1} className="min-h-0 flex-1 outline-none">
          <AccessProvider>
            <LabelsProvider>
              <Suspense>{children}</Suspense>
            </LabelsProvider>
          </AccessProvider>
        </div>
      </div>
      {isRailOpen && (
        <Sheet title="Prospector" side="left" onClose={() => setRailOpen(false)}>
          <CloseOnArrival onClose={() => setRailOpen(false)} />
          <Rail onCommand={() => setCommanding(true)} isInSheet />
        </Sheet>
      )}
      <Suspense>
        {isCommanding && <CommandMenu onClose={() => setCommanding(false)} onHelp={() => setHelping(true)} />}
        {isHelping && <ShortcutList onClose={() => setHelping(false)} />}
      </Suspense>
    </div>
  )
}

/** Arriving somewhere closes the navigation that led there. Apart from the frame, which need not be drawn again for that. */
function CloseOnArrival({ onClose }: { onClose: () => void }) {
  // The key is another one after every navigation, also to the page that is open.
  const arrival = useRouterState({ select: ({ location }) => location.state.__TSR_key })
  const left = useRef(arrival)
  useEffect(() => {
    if (left.current !== arrival) onClose()
  }, [arrival, onClose])
  return null
}
