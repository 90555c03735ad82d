import { useEffect } from 'react'

/** What the tab and the history are called. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Prospector`
  }, [title])
}
