/** What a technology is for, by words in its name. The first group that fits counts; the rest is "Other". */
const groups: [purpose: string, names: RegExp][] = [
  ['Email and SMS', /klaviyo|attentive|postscript|omnisend|mailchimp|sms|privy|sendlane|drip|brevo|yotpo sms/i],
  ['Reviews', /yotpo|judge\.?me|loox|stamped|okendo|reviews|trustpilot|junip|fera/i],
  ['Loyalty and referrals', /smile|loyalty|growave|referral|rivo|bon loyalty|friendbuy/i],
  ['Subscriptions', /recharge|subscription|bold|skio|appstle|loop|stay ai|seal/i],
  ['Support', /gorgias|zendesk|tidio|reamaze|re:amaze|intercom|chat|helpdesk|richpanel/i],
  ['Search and merchandising', /searchanise|searchspring|algolia|boost|klevu|rebuy|nosto|limespot|upsell|bundle/i],
  ['Page building', /pagefly|gempages|shogun|replo|zipify|instapage|teeinblue|customi/i],
  [
    'Shipping and operations',
    /shipstation|aftership|shippo|route|cin7|shipbob|easyship|returnly|loop returns|nofraud|signifyd|inventory/i,
  ],
  ['Payments and finance', /shop pay|klarna|afterpay|affirm|sezzle|paypal|a2x|stripe|quickbooks/i],
  [
    'Advertising',
    /ads|advertising|meta|facebook|tiktok|pinterest|snap|criteo|adroll|bing|reddit|linkedin|twitter|taboola|outbrain|google ads/i,
  ],
  [
    'Analytics',
    /analytics|clarity|hotjar|tag manager|heap|mixpanel|segment|lucky orange|triple whale|northbeam|ga4|matomo/i,
  ],
]

type TechnologyGroup = { purpose: string; names: string[] }

/** Technologies by purpose, in a fixed order, so that two stores can be compared at a glance. */
export function groupByPurpose(names: readonly string[]): TechnologyGroup[] {
  const purposeOf = (name: string): string => groups.find(([, pattern]) => pattern.test(name))?.[0] ?? 'Other'
  const purposes = [...groups.map(([purpose]) => purpose), 'Other']
  return purposes
    .map((purpose) => ({ purpose, names: names.filter((name) => purposeOf(name) === purpose) }))
    .filter((group) => group.names.length > 0)
}
