import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { paths } from '../../shared/paths.ts'
import { mayManage, type Profile } from '../../shared/profile.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Section } from '../../ui/page.tsx'
import { Snippet } from './snippet.tsx'

export function DevelopersSection({ profile }: { profile: Profile }) {
  const base = `${window.location.origin}/api/v1`
  const { data } = useQuery({
    queryKey: ['listKeys'],
    queryFn: ({ signal }) => call('listKeys', { signal }),
    enabled: mayManage(profile, 'keys:manage'),
  })
  const prefix = data?.data.find(({ revoked_at: revokedAt }) => !revokedAt)?.prefix
  const key = prefix ? `${prefix}…` : 'psk_live_…'
  const search = `curl ${base}/contacts/search \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"person": {"roles_any": ["founder"], "has_verified_email": true}, "limit": 10}'`
  const reveal = `curl ${base}/contacts/reveal \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: a-key-of-your-own' \\
  -d '{"contact_ids": ["ct_live_…"]}'`
  const program = `import { createProspector } from '@prospector/client'

const prospector = createProspector({
  origin: '${window.location.origin}',
  apiKey: process.env.PROSPECTOR_KEY!, // ${key}
})

const { data } = await prospector.searchContacts({
  person: { roles_any: ['founder'], has_verified_email: true },
  limit: 10,
})
const revealed = await prospector.revealContacts({ contact_ids: data.map(({ id }) => id) })`
  return (
    <>
      <Section
        title="Base URL"
        actions={
          <a href={paths.docs()} className={buttonClass('secondary')}>
            Documentation
          </a>
        }
      >
        <Snippet text={base} label="Copy base URL" />
      </Section>
      <Section
        title="Search, then reveal"
        note={
          prefix ? (
            'Replace the key with your own; only its beginning is stored.'
          ) : (
            <>
              You need a key first:{' '}
              <Link to={paths.settings('keys')} className="underline">
                create one
              </Link>
              .
            </>
          )
        }
      >
        <div className="flex flex-col gap-3">
          <Snippet text={search} label="Copy the search" />
          <Snippet text={reveal} label="Copy the reveal" />
        </div>
      </Section>
      <Section
        title="From TypeScript"
        note={
          <>
            Typed operations, and retries that never spend twice.{' '}
            <a href={paths.docsOnClients()} className="underline">
              How to install the client
            </a>
            , also for Python.
          </>
        }
      >
        <Snippet text={program} label="Copy the program" />
      </Section>
      <Section title="Agents" note="An MCP server with the same operations, limits and credits.">
        <Link to={paths.settings('connections')} className="text-table underline hover:text-ink">
          How to connect an agent
        </Link>
      </Section>
    </>
  )
}
