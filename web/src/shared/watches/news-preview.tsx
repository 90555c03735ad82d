import { useQuery } from '@tanstack/react-query'
import type { Reply } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { formatCount, plural } from '../format.ts'
import { previewQuery } from './choose-news.ts'

/** The recent matches that a watch would have reported, to judge before it is made whether it is worth a mail. */
export function NewsPreview({ of, kind }: { of: Parameters<typeof previewQuery>[0]; kind: 'contacts' | 'stores' }) {
  const { data, error } = useQuery(previewQuery(of))
  return (
    <div className="text-small text-ink-faint" data-testid="news-preview">
      <p>
        {data
          ? `In the last ${data.days} days: ${data.total === 0 ? 'nothing new' : `${plural(data.total, kind.slice(0, -1))} would have been news`}.`
          : error
            ? `Couldn’t look at the last ${limits.watchPreviewDays} days.`
            : `Looking at the last ${limits.watchPreviewDays} days …`}
      </p>
      {data && data.total > 0 && <FirstOfThem total={data.total} matches={data.data} />}
      {data && <p className="mt-1">A watch tells what is new from now on.</p>}
    </div>
  )
}

/** Enough to see whether it is what was meant. No list: it stands in menus, too, which hold none. */
const namedMax = 3

type Contact = NonNullable<Reply<'previewNews'>['data'][number]['contact']>

const maskedName = ({ first_name: first, last_name_obfuscated: last }: Contact): string =>
  [first, last].filter(Boolean).join(' ') || 'Name unknown'

function FirstOfThem({ total, matches }: { total: number; matches: Reply<'previewNews'>['data'] }) {
  const named = matches.slice(0, namedMax)
  const more = total - named.length
  return (
    <div className="mt-1">
      {named.map(({ contact, store }) => (
        <p key={(contact ?? store)!.id} className="truncate">
          <span className="text-ink-soft">{contact ? maskedName(contact) : store!.name}</span>
          {` · ${contact ? contact.store.name : store!.domain}`}
        </p>
      ))}
      {more > 0 && <p className="figures">and {formatCount(more)} more</p>}
    </div>
  )
}
