/** Somebody who belongs to two accounts: one session serves all tabs of their browser. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { addMember } from '../../src/members/members.ts'
import { untilSearched } from './elements.ts'
import { inNavigation } from './interactions.ts'
import { newEmail, openStage, password, type Stage, type Visit } from './people.ts'
import { screen } from './screen.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const own = 'Tea & Soap'
const shared = 'Lamps & Rugs'
const nameOf = (account: string) => new RegExp(`^${account}`)

/** Who owns an account and is a member of another. */
async function enter(): Promise<Visit> {
  const email = newEmail('both')
  await stage.createAccount({ name: own, email, password })
  const { accountId } = await stage.createAccount({ name: shared })
  const { database } = stage.store
  const [user] = await database.query<{ id: string }>(sql`SELECT id FROM users WHERE email = ${email}`)
  await addMember(database, { accountId, userId: user!.id, role: 'member', creditLimit: null })
  const visit = await stage.visit()
  await visit.signIn(email)
  return visit
}

it('PEOPLE-16: switching accounts takes every tab along, also one that slept meanwhile', async () => {
  const { page, leave } = await enter()
  const other = await page.context().newPage()
  await other.setViewportSize(screen)
  await other.goto('/stores')
  await untilSearched(other)
  const asleep = await page.context().newPage()
  await asleep.setViewportSize(screen)
  // Hears nothing of other tabs, as long as it sleeps.
  await asleep.addInitScript("addEventListener('storage', (event) => event.stopImmediatePropagation())")
  await asleep.goto('/lists')
  await inNavigation(asleep, (navigation) => navigation.getByRole('button', { name: nameOf(own) }).waitFor())

  await inNavigation(page, async (navigation) => {
    await navigation.getByRole('button', { name: nameOf(own) }).click()
    await page.getByRole('menuitem', { name: shared }).click()
    await page.waitForLoadState()
  })
  await other.waitForURL('**/contacts')
  await inNavigation(other, (navigation) => navigation.getByRole('button', { name: nameOf(shared) }).waitFor())

  expect(new URL(asleep.url()).pathname).toBe('/lists')
  await asleep.evaluate("dispatchEvent(new Event('focus'))")
  await asleep.waitForURL('**/contacts')
  await inNavigation(asleep, (navigation) => navigation.getByRole('button', { name: nameOf(shared) }).waitFor())
  await leave()
})
