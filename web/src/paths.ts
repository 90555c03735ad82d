/** Every address of the application, built here and nowhere else. */
export const paths = {
  contacts: () => '/contacts',
  stores: () => '/stores',
  store: (domain: string) => `/stores/${encodeURIComponent(domain)}`,
  enrich: () => '/enrich',
  revealed: (listId?: string) => (listId ? `/revealed?list=${encodeURIComponent(listId)}` : '/revealed'),
  usage: () => '/usage',
  settings: (section: SettingsSection = 'profile') => `/settings/${section}`,
  signIn: (next?: string) => withNext('/sign-in', next),
  signUp: (next?: string) => withNext('/sign-up', next),
  forgotPassword: () => '/forgot-password',
  docs: () => '/docs',
}

/** Every page as the router knows it. The router has a component for each, and the tests look at each. */
export const pagePaths = {
  signedIn: [
    '/contacts',
    '/stores',
    '/stores/$domain',
    '/enrich',
    '/revealed',
    '/usage',
    '/settings',
    '/settings/$section',
    '/invitations/$token',
  ],
  open: ['/sign-in', '/sign-up', '/forgot-password', '/reset-password'],
} as const

export type PagePath<Kind extends keyof typeof pagePaths> = (typeof pagePaths)[Kind][number]

/** Where to go afterwards travels along; home needs no saying. */
const withNext = (path: string, next: string | undefined): string =>
  next && next !== '/' ? `${path}?next=${encodeURIComponent(next)}` : path

export const settingsSections = {
  profile: 'Profile',
  members: 'Members',
  keys: 'API keys',
  connections: 'Connections',
  billing: 'Billing',
  developers: 'Developers',
} as const

export type SettingsSection = keyof typeof settingsSections

/** Only a place of our own: an address from elsewhere in `next` must not lead away after sign-in. */
export function safeNext(next: string | undefined): string {
  if (!next?.startsWith('/') || next.startsWith('//') || next.startsWith('/\\')) return '/'
  return next
}
