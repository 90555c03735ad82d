import { afterAll, beforeAll, expect, it } from 'vitest'
import { toastWith } from './elements.ts'
import { revealSelected, selectRows } from './interactions.ts'
import { auditPage, openStage, type Stage } from './people.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

it('HUBSPOT-1, HUBSPOT-2, HUBSPOT-4: connect HubSpot, see what would be sent, send a selection, and disconnect', async () => {
  const { page, open, enter, leave } = await stage.visit()
  await enter(await stage.createOwner({ name: 'Tea & Soap' }))
  const portal = stage.hubspot.openPortal()
  await open('/settings/hubspot')
  await page.getByLabel('Token').fill('pat-eu1-wrong')
  await page.getByRole('button', { name: 'Connect HubSpot' }).click()
  await page.getByRole('alert').getByText('HubSpot refused the token').waitFor()
  await page.getByLabel('Token').fill(portal.token)
  await page.getByLabel('Send contacts as they are revealed').uncheck()
  await page.getByRole('button', { name: 'Connect HubSpot' }).click()
  await page.getByText(`Account ${portal.portalId}`).waitFor()
  expect(await auditPage(page)).toEqual([])

  await open('/contacts')
  await selectRows(page, 0)
  await revealSelected(page)
  await toastWith(page, '1 credit').waitFor()
  await open('/revealed')
  await selectRows(page, 0)
  await page.getByRole('button', { name: 'Send to HubSpot' }).click()
  const preview = page.getByTestId('hubspot-preview')
  const looked = async () => {
    await stage.app.hubspot.runDue()
    return preview.count()
  }
  await expect.poll(looked, { timeout: 30_000 }).toBe(1)
  expect(await preview.textContent()).toBe('1 new.')
  expect(portal.contacts.size).toBe(0)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await toastWith(page, 'Sending 1 contact to HubSpot.').waitFor()
  await stage.app.hubspot.runDue()
  expect(portal.contacts.size).toBe(1)

  await open('/settings/hubspot')
  await page.getByRole('region', { name: 'Runs to HubSpot' }).getByText('1 new').first().waitFor()
  expect(await auditPage(page)).toEqual([])
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Connect HubSpot' }).waitFor()
  // The refused token is what the console reports.
  await leave(/status of 400/)
})
