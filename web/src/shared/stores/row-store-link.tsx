import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTabIndex } from '../../ui/tab-index.ts'
import { paths } from '../paths.ts'

/**
 * Leads to the page of the row's store; clicking it does not open the row. Not the router's own link, which renders again
 * with every change of the address: there is one in each row, and every filter changes the address.
 */
export function RowStoreLink({ domain, children }: { domain: string; children: ReactNode }) {
  const router = useRouter()
  const href = paths.store(domain)
  return (
    <a
      href={href}
      tabIndex={useTabIndex()}
      onClick={(event) => {
        event.stopPropagation()
        // A new tab, a new window or a download is the browser's to handle.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void router.navigate({ href })
      }}
      className="block min-w-0 truncate font-medium hover:underline max-md:leading-6"
    >
      {children}
    </a>
  )
}
