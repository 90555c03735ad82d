import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { profileQuery } from '../../api/queries.ts'
import { paths, type SettingsSection, settingsSections } from '../../shared/paths.ts'
import { type Profile, sectionsFor } from '../../shared/profile.ts'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AuditSection } from './audit-section.tsx'
import { BillingSection } from './billing-section.tsx'
import { ConnectionsSection } from './connections-section.tsx'
import { DevelopersSection } from './developers-section.tsx'
import { ErasuresSection } from './erasures-section.tsx'
import { ExclusionsSection } from './exclusions-section.tsx'
import { HubspotSection } from './hubspot-section.tsx'
import { KeysSection } from './keys-section.tsx'
import { MembersSection } from './members-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

const sections: Record<SettingsSection, ComponentType<{ profile: Profile }>> = {
  profile: ProfileSection,
  members: MembersSection,
  keys: KeysSection,
  connections: ConnectionsSection,
  webhooks: WebhooksSection,
  hubspot: HubspotSection,
  exclusions: ExclusionsSection,
  erasures: ErasuresSection,
  billing: BillingSection,
  audit: AuditSection,
  developers: DevelopersSection,
}

/** On a phone the tabs are wider than the screen: in its middle, the current one has neighbours on both sides. */
const showTab = (tab: HTMLElement | null): void => tab?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** One column, one subject a section. */
export function SettingsPage() {
  const { section = 'profile' } = useParams({ strict: false }) as { section?: string }
  const current: SettingsSection = section in sections ? (section as SettingsSection) : 'profile'
  const { data: profile } = useQuery(profileQuery)
  const Content = sections[current]
  return (
    <Page title="Settings" tabTitle={`${settingsSections[current]}, Settings`}>
      <nav
        aria-label="Settings"
        className="hairline-scroll -mt-2 mb-6 flex gap-5 overflow-x-auto overflow-y-hidden border-b"
      >
        {sectionsFor(profile).map(([name, label]) => (
          <Link
            key={name}
            to={paths.settings(name)}
            ref={name === current ? showTab : undefined}
            aria-current={name === current ? 'page' : undefined}
            className="-mb-px border-b-2 border-transparent py-2 text-table font-medium whitespace-nowrap text-ink-faint hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      {profile ? <Content profile={profile} /> : <Skeleton className="h-60" />}
    </Page>
  )
}
