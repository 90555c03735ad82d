import { Outlet, useRouter } from '@tanstack/react-router'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { paths } from '../../shared/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useTitle } from '../../ui/use-title.ts'

export const Root = () => <Outlet />

export function NotFoundPage() {
  useTitle('Not found')
  return (
    <main className="flex min-h-full items-center">
      <EmptyState
        icon="search"
        isPage
        title="Page not found"
        action={<ButtonLink to={paths.contacts()}>Go to contacts</ButtonLink>}
      />
    </main>
  )
}

/** A page that broke says so in its own place; the retry asks the server again. */
export function PageFailed({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter()
  return (
    <main className="mx-auto max-w-160 p-6">
      <ErrorNotice error={error} onRetry={() => void router.invalidate().then(reset)} />
    </main>
  )
}
