import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { groupByPurpose } from './technologies.ts'

/** Technologies by what they are for; each leads to the stores that also use it. */
export function TechnologyList({ apps, pixels }: { apps: string[]; pixels: string[] }) {
  // An app and its pixel can have one name.
  const groups = groupByPurpose([...new Set([...apps, ...pixels])])
  if (groups.length === 0) return <p className="text-table text-ink-faint">None detected.</p>
  return (
    <dl className="flex flex-col gap-3">
      {groups.map(({ purpose, names }) => (
        <div key={purpose}>
          <dt className="mb-1 text-small text-ink-faint">{purpose}</dt>
          <dd className="flex flex-wrap gap-1">
            {names.map((name) => (
              <Link
                key={name}
                to={paths.storesUsing(name, apps.includes(name) ? 'app' : 'pixel')}
                title={`Stores that use ${name}`}
                className="inline-flex h-6 items-center gap-1.5 rounded-small bg-sunken pr-1.5 pl-1 text-small font-medium text-ink-soft hover:bg-selected hover:text-ink"
              >
                <span
                  aria-hidden="true"
                  className="flex size-4 items-center justify-center rounded-small bg-surface text-[9px] font-semibold"
                >
                  {name[0]?.toUpperCase()}
                </span>
                {name}
              </Link>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
