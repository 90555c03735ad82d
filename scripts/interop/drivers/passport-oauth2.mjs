/**
 * passport-oauth2: a strategy inside a web application, which a person's browser walks through. First as its README has it, then
 * with everything that it can check.
 */
import Strategy from 'passport-oauth2'
import { authorize, callApi, expect } from './person.mjs'

const { ORIGIN, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI } = process.env
const createStrategy = (more) =>
  new Strategy(
    {
      authorizationURL: `${ORIGIN}/auth/oauth2/authorize`,
      tokenURL: `${ORIGIN}/auth/oauth2/token`,
      clientID: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      callbackURL: REDIRECT_URI,
      ...more,
    },
    (accessToken, refreshToken, profile, done) => done(null, { accessToken, refreshToken, profile }),
  )

/** What passport gives a strategy: a request with a session, and four ways to end. */
const step = (strategy, session, url) =>
  new Promise((resolve, reject) => {
    const address = new URL(url)
    const request = {
      url: address.pathname + address.search,
      query: Object.fromEntries(address.searchParams),
      session,
      headers: {},
    }
    const one = Object.create(strategy)
    one.redirect = (to) => resolve({ redirect: to })
    one.success = (user) => resolve({ user })
    one.fail = (challenge) => reject(new Error(`refused: ${JSON.stringify(challenge)}`))
    one.error = (error) => reject(new Error(`${error.message} ${JSON.stringify(error.oauthError ?? error.data ?? '')}`))
    one.authenticate(request, {})
  })

for (const more of [{}, { scope: ['usage:read', 'offline_access'], state: true, pkce: true }]) {
  const strategy = createStrategy(more)
  const session = {}
  const { redirect } = await step(strategy, session, 'https://crm.example/sign-in')
  const { user } = await step(strategy, session, await authorize(redirect))
  expect(user.refreshToken, 'No refresh token.')
  await callApi(user.accessToken)
}
console.log('signed in at its defaults, and with state and PKCE; called')
