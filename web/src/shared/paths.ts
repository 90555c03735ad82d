/** Every address of the application, built here and nowhere else. */
export const paths = {
  contacts: () => '/contacts',
  /** The people of these stores. */
  contactsAt: (domains: readonly string[]) =>
    `/contacts?${new URLSearchParams(domains.map((domain): [string, string] => ['domain', domain]))}`,
  /** The people of the stores of a list. */
  contactsOfList: (listId: string) => `/contacts?${new URLSearchParams({ list: listId })}`,
  /** People of this first name or title, perhaps at a store of this name; `open` names the one whose details are shown. */
  contactsNamed: (name: string, { store, open }: { store?: string | null; open?: string } = {}) =>
    `/contacts?${new URLSearchParams({ q: name, ...(store && { store }), ...(open && { open }) })}`,
  /** One contact, open, among those of its store. */
  contactAt: (domain: string, id: string) => `/contacts?${new URLSearchParams({ domain, open: id })}`,
  stores: () => '/stores',
  storesNamed: (name: string) => `/stores?${new URLSearchParams({ q: name })}`,
  storesUsing: (name: string, kind: 'app' | 'pixel') => `/stores?${new URLSearchParams({ [kind]: name })}`,
  store: (domain: string) => `/stores/${encodeURIComponent(domain)}`,
  enrich: () => '/enrich',
  revealed: () => '/revealed',
  /** What is new; of this watch. */
  news: (watchId?: string) => (watchId ? `/news?${new URLSearchParams({ watch: watchId })}` : '/news'),
  lists: () => '/lists',
  list: (listId: string) => `/lists/${encodeURIComponent(listId)}`,
  /** Revealed contacts that these words find: a name, an email, a number. */
  revealedWith: (words: string) => `/revealed?${new URLSearchParams({ words })}`,
  /** Somebody whom the account owns, with the details open. */
  revealedContact: (name: string, id: string) => `/revealed?${new URLSearchParams({ words: name, open: id })}`,
  usage: () => '/usage',
  /** Where bounced emails are reported. */
  bounces: () => `/usage#${bouncesId}`,
  settings: (section: SettingsSection = 'profile') => `/settings/${section}`,
  /** Where packs of credits are sold. */
  addCredits: () => `/settings/billing#${addCreditsId}`,
  signIn: (next?: string, why?: ReasonToSignIn) => withNext('/sign-in', next, why),
  signUp: (next?: string) => withNext('/sign-up', next),
  forgotPassword: () => '/forgot-password',
  docs: () => '/docs',
  docsOnClients: () => '/docs/guides/clients',
}

/** The part of Billing that sells packs of credits. */
export const addCreditsId = 'add-credits'

/** The part of Usage where bounced emails are reported. */
export const bouncesId = 'bounced-emails'

/** Every page as the router knows it. The router has a component for each, and the tests look at each. */
export const pagePaths = {
  signedIn: [
    '/contacts',
    '/stores',
    '/stores/$domain',
    '/enrich',
    '/revealed',
    '/lists',
    '/lists/$listId',
    '/news',
    '/usage',
    '/settings',
    '/settings/$section',
    '/invitations/$token',
  ],
  open: ['/sign-in', '/sign-up', '/forgot-password', '/reset-password'],
} as const

export type PagePath<Kind extends keyof typeof pagePaths> = (typeof pagePaths)[Kind][number]

/** Why somebody is asked to sign in who was at work. */
export type ReasonToSignIn = 'session-ended'

/** Where to go afterwards travels along; home needs no saying. */
function withNext(path: string, next: string | undefined, why?: ReasonToSignIn): string {
  const along = new URLSearchParams({ ...(next && next !== '/' && { next }), ...(why && { why }) })
  return along.size > 0 ? `${path}?${along}` : path
}

export const settingsSections = {
  profile: 'Profile',
  members: 'Members',
  keys: 'API keys',
  connections: 'Connections',
  webhooks: 'Webhooks',
  hubspot: 'HubSpot',
  exclusions: 'Exclusions',
  erasures: 'Erasures',
  billing: 'Billing',
  audit: 'Audit log',
  developers: 'Developers',
} as const

export type SettingsSection = keyof typeof settingsSections

/** Stands for our own origin, whatever it is: a path stays in it, an address from elsewhere does not. */
const here = 'https://here.invalid'

/**
 * Only a path of our own: an address from elsewhere in `next` must not lead away after sign-in. It is read as a browser
 * reads it, which drops tabs, turns backslashes and folds dots; what is left may begin with two slashes even so.
 */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !URL.canParse(next, here)) return '/'
  const { origin, pathname, search, hash } = new URL(next, here)
  const isOurs = origin === here && /^\/(?!\/)/.test(pathname)
  return isOurs ? pathname + search + hash : '/'
}

/** The token of the invitation that somebody is on the way to. */
export const invitationIn = (next: string): string | undefined => /^\/invitations\/([A-Za-z0-9]+)$/.exec(next)?.[1]
