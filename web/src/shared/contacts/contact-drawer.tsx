import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ContactPreview } from '../../api/contacts.ts'
import { billingStatusQuery, profileQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useAfterFrame } from '../../ui/use-after-frame.ts'
import { MoreCredits } from '../billing/billing-action.tsx'
import { describeNoCredits, whoRaisesLimits } from '../billing/plan-notices.tsx'
import { describeExcluded } from '../exclusions/describe-excluded.ts'
import { PlanStep } from '../first-run/plan-step.tsx'
import { formatCount } from '../format.ts'
import { useLabelOf } from '../labels.tsx'
import { AddToListMenu } from '../lists/add-to-list-menu.tsx'
import { meaningOf } from '../meanings.ts'
import { paths } from '../paths.ts'
import { type RevealState, retryReveal } from '../reveals/reveal-run.ts'
import { useRevealOne } from '../reveals/use-reveal-one.tsx'
import { type Spendable, useSpendable } from '../reveals/use-spendable.ts'
import { StoreMark } from '../stores/store-mark.tsx'
import { hasName } from '../stores/store-names.ts'
import { TechnologyList } from '../stores/technology-list.tsx'
import { useUsage } from '../use-usage.ts'
import { OthersAtWork } from '../work/others-at-work.tsx'
import { WorkPanel } from '../work/work-panel.tsx'
import { ChannelList } from './channel-list.tsx'
import { EmailQuality } from './channels.tsx'
import { nameOf, roleOf } from './contact-preview.ts'

/** One contact in full: who, which channels, and the store behind. */
export function ContactDetails({ preview, reveals }: { preview: ContactPreview; reveals: RevealState }) {
  const revealed = reveals.revealed.get(preview.id)
  const labelOf = useLabelOf()
  const isWhole = useAfterFrame()
  return (
    <div className="flex flex-col gap-5 p-4">
      <header>
        <p className="flex items-center gap-2">
          <span className="text-[16px] leading-6 font-semibold wrap-anywhere">{nameOf(preview, revealed)}</span>
          {(preview.revealed || revealed) && <Tag>Revealed</Tag>}
          {preview.excluded && <Tag>Excluded</Tag>}
        </p>
        <p className="text-ink-soft">{preview.title ?? 'Title unknown'}</p>
        <p className="text-small text-ink-faint">{roleOf(preview, labelOf)}</p>
      </header>
      {isWhole && !preview.synthetic && <OthersAtWork kind="contacts" ids={[preview.id]} />}
      <section aria-label="Channels">
        {revealed ? (
          <ChannelList key={preview.id} contact={revealed} />
        ) : (
          <MaskedChannels preview={preview} reveals={reveals} />
        )}
        {isWhole && !preview.synthetic && (
          <div className="mt-3">
            <AddToListMenu ids={[preview.id]} side="bottom" isWide />
          </div>
        )}
      </section>
      {isWhole && !preview.synthetic && <WorkPanel item={{ kind: 'contact', id: preview.id }} />}
      {isWhole && (preview.store.technologies ? <StoreFacts {...preview} /> : <StoreLink {...preview} />)}
    </div>
  )
}

function MaskedChannels({ preview, reveals }: { preview: ContactPreview; reveals: RevealState }) {
  const { data: usage } = useUsage()
  const { revealOne, question } = useRevealOne()
  const rowState = reveals.rows.get(preview.id)
  const channels: [IconName, string, boolean][] = [
    ['email', 'Email', preview.has_verified_email],
    ['phone', 'Phone', preview.has_phone],
    ['linkedin', 'LinkedIn profile', preview.has_linkedin],
  ]
  const isBusy = rowState === 'waiting' || rowState === 'revealing'
  const hasFailed = typeof rowState === 'object'
  const { data: profile } = useQuery(profileQuery)
  const isWithoutPlan = profile?.api_access.enabled === false && !preview.revealed
  const own = usage?.limits.find(({ of }) => of === 'member')
  const credits = useSpendable()
  const isOut = !preview.revealed && credits?.spendable === 0
  return (
    <div className="overflow-hidden rounded-panel border">
      <ul className="divide-y">
        {channels.map(([icon, label, isThere]) => (
          <li
            key={icon}
            className={`flex min-h-10 items-center gap-3 px-3 text-table ${isThere ? '' : 'text-ink-faint'}`}
          >
            <Icon name={icon} className={isThere ? '' : 'text-line-strong'} />
            <span className="flex-1">{label}</span>
            {icon === 'email' && preview.best_email ? (
              <span className="min-w-0 py-1.5 text-right">
                <EmailQuality preview={preview} />
                <span className="block text-small text-ink-faint">
                  {meaningOf('email_statuses', preview.best_email.status)}
                </span>
              </span>
            ) : (
              <span className="text-small text-ink-faint">{isThere ? 'Available' : 'Not known'}</span>
            )}
          </li>
        ))}
      </ul>
      <div className="border-t bg-sunken p-3">
        {preview.excluded && !preview.revealed ? (
          <p className="text-table text-ink-soft">
            {describeExcluded}{' '}
            <Link to={paths.settings('exclusions')} className="underline hover:text-ink">
              Open Exclusions
            </Link>
          </p>
        ) : rowState === 'unavailable' ? (
          <p className="text-table text-ink-soft">No longer available. You were not charged.</p>
        ) : (
          <>
            {hasFailed && <p className="mb-2 text-small text-danger">{rowState.error.message}</p>}
            {isWithoutPlan ? (
              <PlanFirst />
            ) : isOut && credits ? (
              <OutOfCredits credits={credits} />
            ) : (
              <Button
                look={preview.revealed ? 'secondary' : 'gold'}
                className="w-full"
                isBusy={isBusy}
                onClick={() => (hasFailed ? retryReveal(preview.id) : revealOne(preview))}
              >
                {preview.revealed ? 'Show channels' : 'Reveal for 1 credit'}
              </Button>
            )}
            {own && !isOut && !preview.revealed && (
              <p className="figures mt-2 text-small text-ink-faint">
                {formatCount(own.remaining)} of {formatCount(own.limit)} left of your own limit
              </p>
            )}
          </>
        )}
      </div>
      {question}
    </div>
  )
}

/** A contact of the sample: the plan comes before the reveal. */
function PlanFirst() {
  const { data: status } = useQuery(billingStatusQuery)
  return (
    <>
      <p className="mb-2 text-table text-ink-soft">You need a plan to reveal contacts. Each costs 1 credit.</p>
      <PlanStep status={status} isWide />
    </>
  )
}

/** No credit is left: the drawer offers what helps instead of a button that can't work. */
function OutOfCredits({ credits: { usage, isOwnLimit, pledged } }: { credits: Spendable }) {
  if (isOwnLimit) {
    return <p className="text-table text-ink-soft">Your own credit limit is used up. {whoRaisesLimits}</p>
  }
  return (
    <>
      <p className="mb-2 text-table text-ink-soft">
        {pledged > 0 ? 'The reveals under way need all the credits that are left.' : describeNoCredits(usage)}
      </p>
      <MoreCredits usage={usage} isWide />
    </>
  )
}

function StoreFacts({ store }: ContactPreview) {
  const labelOf = useLabelOf()
  const facts: [string, string | null][] = [
    ['Category', store.category && labelOf('categories', store.category)],
    ['Country', store.country && labelOf('countries', store.country)],
    ['Monthly visits', store.traffic_tier && labelOf('traffic_tiers', store.traffic_tier)],
  ]
  return (
    <section aria-label="Store">
      <StoreLink store={store} />
      <dl className="mt-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex h-7 items-center justify-between text-table">
            <dt className="text-ink-faint">{name}</dt>
            <dd className="figures">{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3">
        <TechnologyList apps={store.technologies.apps} pixels={store.technologies.pixels} />
      </div>
    </section>
  )
}

export const StoreLink = ({ store }: { store: { domain: string; name: string } }) => (
  <Link to={paths.store(store.domain)} className="group flex items-center gap-2.5">
    <StoreMark name={store.name} domain={store.domain} size={32} />
    <span className="min-w-0">
      <span className="block truncate font-medium group-hover:underline">{store.name}</span>
      {hasName(store) && <span className="block truncate text-small text-ink-faint">{store.domain}</span>}
    </span>
  </Link>
)
