import { useEffect } from 'react'

/** As the page is delivered, its title is the product's name. */
const product = document.title

/** What the tab and the history are called. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title])
}
