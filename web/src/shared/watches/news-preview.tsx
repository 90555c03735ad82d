import { useQuery } from '@tanstack/react-query'
import { limits } from '../../api/limits.ts'
import { plural } from '../format.ts'
import { previewQuery } from './choose-news.ts'

/** What a watch would have told lately: whether it is worth a mail, before it is made. */
export function NewsPreview({ of, kind }: { of: Parameters<typeof previewQuery>[0]; kind: 'contacts' | 'stores' }) {
  const { data, error } = useQuery(previewQuery(of))
  return (
    <p className="text-small text-ink-faint" data-testid="news-preview">
      {data
        ? `In the last ${data.days} days: ${data.total === 0 ? 'nothing new' : `${plural(data.total, kind.slice(0, -1))} would have been news`}.`
        : error
          ? `Couldn’t look at the last ${limits.watchPreviewDays} days.`
          : `Looking at the last ${limits.watchPreviewDays} days …`}
    </p>
  )
}
