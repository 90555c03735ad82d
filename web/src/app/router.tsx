import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError, offline } from '../api/call.ts'
import { profileQuery, queryClient, whenSessionEnds } from '../api/queries.ts'
import { callAuth } from '../api/sign-in.ts'
import { invitationIn, type PagePath, paths } from '../shared/paths.ts'
import { parseSearch, type SearchParams, stringifySearch } from '../shared/search-params.ts'
import { NotFoundPage, PageFailed, Root } from './shell/root.tsx'
import { Shell } from './shell/shell.tsx'

const anySearch = (search: Record<string, unknown>): SearchParams => search as SearchParams

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  validateSearch: anySearch,
})

/** A support view of the operator's has a cookie of its own, which pages can't read, and this one, which says that it is there. */
const hasSupportView = () => document.cookie.includes('prospector-view=open')

/** Asked once, because a visitor without a session is nothing that a console should report as an error. */
async function hasSession(): Promise<boolean> {
  if (queryClient.getQueryData(profileQuery.queryKey) || hasSupportView()) return true
  return (await callAuth<object | null>('/get-session').catch(() => ({}))) !== null
}

/** Pages for people who are signed in. Others go to sign-in and come back to the same place. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ location }) => {
    // Invited people are usually new.
    const entrance = invitationIn(location.pathname) ? paths.signUp : paths.signIn
    if (!(await hasSession())) throw redirect({ href: entrance(location.href) })
    try {
      await queryClient.ensureQueryData(profileQuery)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) throw redirect({ href: entrance(location.href) })
      throw error
    }
  },
})

type PageComponent = ReturnType<typeof lazyRouteComponent>

/**
 * A page's code is loaded when the page is first opened. Without a connection that fails, and the page says so. When a
 * newer version has removed the code, the router reloads the application, which offline would lose it.
 */
function lazyPage<Name extends string>(load: () => Promise<Record<Name, () => ReactNode>>, name: Name): PageComponent {
  const loadOrSayWhy = () =>
    load().catch(async (error: unknown) => {
      await fetch('/healthz').catch(() => {
        throw offline()
      })
      throw error
    })
  return lazyRouteComponent<Record<string, () => ReactNode>, string>(loadOrSayWhy, name)
}

const settingsPage = lazyPage(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage')

const signedInPages: Record<PagePath<'signedIn'>, PageComponent> = {
  '/contacts': lazyPage(() => import('../pages/contacts/contacts-page.tsx'), 'ContactsPage'),
  '/stores': lazyPage(() => import('../pages/stores/stores-page.tsx'), 'StoresPage'),
  '/stores/$domain': lazyPage(() => import('../pages/stores/store-page.tsx'), 'StorePage'),
  '/enrich': lazyPage(() => import('../pages/enrich/enrich-page.tsx'), 'EnrichPage'),
  '/revealed': lazyPage(() => import('../pages/revealed/revealed-page.tsx'), 'RevealedPage'),
  '/lists': lazyPage(() => import('../pages/lists/lists-page.tsx'), 'ListsPage'),
  '/lists/$listId': lazyPage(() => import('../pages/lists/list-page.tsx'), 'ListPage'),
  '/news': lazyPage(() => import('../pages/news/news-page.tsx'), 'NewsPage'),
  '/usage': lazyPage(() => import('../pages/usage/usage-page.tsx'), 'UsagePage'),
  '/settings': settingsPage,
  '/settings/$section': settingsPage,
  '/invitations/$token': lazyPage(() => import('../pages/sign-in/invitation-page.tsx'), 'InvitationPage'),
}

const openPages: Record<PagePath<'open'>, PageComponent> = {
  '/sign-in': lazyPage(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
  '/sign-up': lazyPage(() => import('../pages/sign-in/sign-up-page.tsx'), 'SignUpPage'),
  '/forgot-password': lazyPage(() => import('../pages/sign-in/password-pages.tsx'), 'ForgotPasswordPage'),
  '/reset-password': lazyPage(() => import('../pages/sign-in/password-pages.tsx'), 'ResetPasswordPage'),
}

const routesWithin = (parent: typeof root | typeof signedIn, pages: Record<string, PageComponent>) =>
  Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => parent as typeof root, path, component }),
  )

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: paths.contacts(), replace: true })
  },
})

/** A mistyped address keeps the navigation for people who are signed in. */
const nowhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  loader: async () => (await hasSession()) && !!(await queryClient.ensureQueryData(profileQuery).catch(() => null)),
  component: function Nowhere() {
    const isSignedIn = nowhere.useLoaderData()
    return isSignedIn ? (
      <Shell>
        <NotFoundPage />
      </Shell>
    ) : (
      <NotFoundPage />
    )
  },
})

const routeTree = root.addChildren([
  signedIn.addChildren([home, ...routesWithin(signedIn, signedInPages)]),
  ...routesWithin(root, openPages),
  nowhere,
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  // In the place of what failed: around a page that broke, the shell stays.
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
})

whenSessionEnds(() => {
  const { href, pathname } = router.state.location
  if (pathname === '/sign-in') return
  queryClient.clear()
  void router.navigate({ href: paths.signIn(href, 'session-ended'), replace: true })
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
