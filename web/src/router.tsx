import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { ApiError } from './api/call.ts'
import { profileQuery, queryClient, whenSessionEnds } from './api/queries.ts'
import { callAuth } from './api/sign-in.ts'
import { paths } from './paths.ts'
import { parseSearch, type SearchParams, stringifySearch } from './search-params.ts'
import { NotFoundPage, PageFailed, Root } from './shell/root.tsx'
import { Shell } from './shell/shell.tsx'

const anySearch = (search: Record<string, unknown>): SearchParams => search as SearchParams

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: PageFailed,
  validateSearch: anySearch,
})

/** Asked once, because a visitor without a session is nothing that a console should report as an error. */
async function hasSession(): Promise<boolean> {
  if (queryClient.getQueryData(profileQuery.queryKey)) return true
  return (await callAuth<object | null>('/get-session').catch(() => ({}))) !== null
}

/** Pages for people who are signed in. Who is not goes to sign-in, and comes back to the same place. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ location }) => {
    if (!(await hasSession())) throw redirect({ href: paths.signIn(location.href) })
    try {
      await queryClient.ensureQueryData(profileQuery)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) throw redirect({ href: paths.signIn(location.href) })
      throw error
    }
  },
})

const within = (
  parent: typeof root | typeof signedIn,
  path: string,
  component: ReturnType<typeof lazyRouteComponent>,
) => createRoute({ getParentRoute: () => parent as typeof root, path, component })

const contactsPage = lazyRouteComponent(() => import('./contacts/contacts-page.tsx'), 'ContactsPage')
const settingsPage = lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage')

const routeTree = root.addChildren([
  signedIn.addChildren([
    createRoute({
      getParentRoute: () => signedIn,
      path: '/',
      beforeLoad: () => {
        throw redirect({ href: paths.contacts(), replace: true })
      },
    }),
    within(signedIn, '/contacts', contactsPage),
    within(
      signedIn,
      '/stores',
      lazyRouteComponent(() => import('./stores/stores-page.tsx'), 'StoresPage'),
    ),
    within(
      signedIn,
      '/stores/$domain',
      lazyRouteComponent(() => import('./stores/store-page.tsx'), 'StorePage'),
    ),
    within(
      signedIn,
      '/enrich',
      lazyRouteComponent(() => import('./enrich/enrich-page.tsx'), 'EnrichPage'),
    ),
    within(
      signedIn,
      '/revealed',
      lazyRouteComponent(() => import('./revealed/revealed-page.tsx'), 'RevealedPage'),
    ),
    within(
      signedIn,
      '/usage',
      lazyRouteComponent(() => import('./usage/usage-page.tsx'), 'UsagePage'),
    ),
    within(signedIn, '/settings', settingsPage),
    within(signedIn, '/settings/$section', settingsPage),
    within(
      signedIn,
      '/invitations/$token',
      lazyRouteComponent(() => import('./sign-in/invitation-page.tsx'), 'InvitationPage'),
    ),
  ]),
  within(
    root,
    '/sign-in',
    lazyRouteComponent(() => import('./sign-in/sign-in-page.tsx'), 'SignInPage'),
  ),
  within(
    root,
    '/sign-up',
    lazyRouteComponent(() => import('./sign-in/sign-up-page.tsx'), 'SignUpPage'),
  ),
  within(
    root,
    '/forgot-password',
    lazyRouteComponent(() => import('./sign-in/password-pages.tsx'), 'ForgotPasswordPage'),
  ),
  within(
    root,
    '/reset-password',
    lazyRouteComponent(() => import('./sign-in/password-pages.tsx'), 'ResetPasswordPage'),
  ),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  scrollRestoration: true,
})

whenSessionEnds(() => {
  const { href, pathname } = router.state.location
  if (pathname === '/sign-in') return
  queryClient.clear()
  void router.navigate({ href: paths.signIn(href), replace: true })
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
