import { useSyncExternalStore } from 'react'
import { giveUpWaiting, readWait, subscribeToWait, tooLongMs } from '../api/pending.ts'
import { Button, Spinner } from '../ui/button.tsx'

/** Above every page, before anybody wonders: the server has not answered for a while, and then a way out. */
export function SlowServer() {
  const wait = useSyncExternalStore(subscribeToWait, readWait)
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-2 z-60 flex justify-center px-4 empty:hidden">
      {wait !== 'short' && (
        <div className="appear pointer-events-auto flex min-h-10 items-center gap-3 rounded-panel bg-raised py-1.5 pr-2 pl-3 text-table shadow-float">
          <Spinner />
          <p className="py-1">
            {wait === 'long'
              ? 'The server is taking longer than usual.'
              : `The server has not answered for ${tooLongMs / 1_000} seconds.`}
          </p>
          {wait === 'too_long' && (
            <Button size="small" onClick={giveUpWaiting}>
              Try again
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
