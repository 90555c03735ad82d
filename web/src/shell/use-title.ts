import { useEffect } from 'react'

/** What the tab and the history are called. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Prospector` : 'Prospector'
  }, [title])
}
