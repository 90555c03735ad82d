import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../api/queries.ts'
import { formatMoment } from '../../shared/format.ts'
import { Icon } from '../../ui/icons.tsx'

/** Above every page while an operator looks at an account as one of its members does. */
export function SupportViewStrip() {
  const { data: profile } = useQuery(profileQuery)
  if (!profile?.support_view) return null
  const { user, account, support_view: view } = profile
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b bg-danger-soft px-4 py-2 text-table"
    >
      <Icon name="alert" className="text-danger" />
      <p className="min-w-48 flex-1">
        Support view of {view.operator}: {account.name} as {user.name} sees it, until {formatMoment(view.ends_at)}.
        Nothing can be changed, and channels are not shown.
      </p>
      <a href="/operator/view" className="font-medium underline">
        Back to the console
      </a>
    </div>
  )
}
