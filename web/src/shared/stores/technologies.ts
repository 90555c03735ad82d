/**
 * What a technology is for, by the words of its name. A word counts only as a whole ("Chat" does not make Snapchat a chat), and
 * the first group that has one counts; the rest is "Other".
 */
const purposes: [purpose: string, words: string][] = [
  [
    'Email and SMS',
    'klaviyo attentive postscript omnisend mailchimp sms privy sendlane drip brevo email smsbump emotive recart pushowl',
  ],
  ['Reviews', 'yotpo judge.me loox stamped okendo reviews review trustpilot junip fera reviews.io bazaarvoice'],
  [
    'Loyalty and referrals',
    'smile smile.io loyalty loyaltylion growave referral referrals referralcandy uppromote refersion snowball superfiliate goaffpro rivo friendbuy',
  ],
  [
    'Shipping and operations',
    'shipstation aftership shippo route cin7 shipbob easyship returnly returns nofraud signifyd riskified inventory returngo narvar parcelpanel 17track sendcloud shiphero stocky brightpearl',
  ],
  ['Subscriptions', 'recharge subscription subscriptions bold skio appstle loop stay seal ordergroove'],
  [
    'Advertising',
    'ads advertising meta facebook tiktok pinterest snap snapchat criteo adroll bing reddit linkedin twitter taboola outbrain quora yahoo spotify applovin impact awin shareasale x',
  ],
  [
    'Support',
    'gorgias zendesk tidio reamaze re:amaze intercom chat livechat inbox helpdesk richpanel freshdesk kustomer helpcenter chatty',
  ],
  [
    'Search and merchandising',
    'searchanise searchspring algolia boost klevu rebuy nosto limespot upsell bundle bundles findify wiser reconvert',
  ],
  ['Page building', 'pagefly gempages shogun replo zipify instapage teeinblue customily layouthub ecomposer foxify'],
  ['Payments and finance', 'shop klarna afterpay affirm sezzle paypal a2x stripe quickbooks xero avalara'],
  ['Search engines', 'seo'],
  [
    'Analytics',
    'analytics clarity hotjar tag heap mixpanel segment lucky triple northbeam ga4 matomo fullstory mouseflow littledata elevar metrica',
  ],
]

const words = new Map(purposes.flatMap(([purpose, names]) => names.split(' ').map((name) => [name, purpose] as const)))
const order = [...purposes.map(([purpose]) => purpose), 'Other']

/** The first group that a word of the name belongs to. */
function purposeOf(name: string): string {
  const found = name
    .toLowerCase()
    .split(/\s+/)
    .flatMap((word) => words.get(word.replace(/[,()]/g, '')) ?? [])
  return order.find((purpose) => found.includes(purpose)) ?? 'Other'
}

type TechnologyGroup = { purpose: string; names: string[] }

/** Technologies by purpose, in a fixed order, so that two stores can be compared at a glance. */
export function groupByPurpose(names: readonly string[]): TechnologyGroup[] {
  const byPurpose = Map.groupBy(names, purposeOf)
  return order.flatMap((purpose) => {
    const group = byPurpose.get(purpose)
    return group ? [{ purpose, names: group }] : []
  })
}
