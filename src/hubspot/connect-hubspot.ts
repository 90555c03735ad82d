import { Type } from 'typebox'
import { lockAccount } from '../accounts/accounts.ts'
import { recordCall } from '../audit/record.ts'
import type { Mode } from '../base/ids.ts'
import { problems } from '../base/problems.ts'
import type { PlaceQueue } from '../base/process-places.ts'
import { defineOperation } from '../call/operation.ts'
import { closed } from '../webhooks/webhook-schema.ts'
import { findConnection, putConnection, setAutomatic } from './connections.ts'
import { type Crm, createCrm } from './crm.ts'
import { HubspotFault } from './faults.ts'
import {
  connectionReply,
  exampleConnection,
  exampleToken,
  type HubspotNeeds,
  renderConnection,
} from './hubspot-schema.ts'
import { ensureProperties, requiredScopes } from './properties.ts'

export const connectHubspot = defineOperation({
  id: 'connectHubspot',
  method: 'PUT',
  path: '/hubspot',
  summary: 'Connect HubSpot',
  description:
    'Connects the account to HubSpot with a token of your own, or changes whether contacts are sent automatically. The token is checked, ' +
    'kept sealed, and never shown. What is missing in HubSpot’s schema is created: properties that begin with `prospector_`.',
  scope: 'hubspot:manage',
  meter: 'feed',
  request: {
    body: closed({
      token: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          pattern: '^[\\x21-\\x7e]+$',
          description: `The access token of a private app or a service key of HubSpot, with the scopes ${requiredScopes.join(', ')}. If omitted: the one that is connected.`,
        }),
      ),
      automatic: Type.Optional(
        Type.Boolean({ description: 'Whether contacts are sent as they are revealed. False unless given.' }),
      ),
    }),
  },
  reply: connectionReply,
  problems: ['hubspot_not_connected', 'hubspot_unavailable'],
  example: {
    summary: 'Connect, and send what is revealed from now on',
    request: { token: exampleToken, automatic: true },
    reply: exampleConnection,
  },

  async run(call, needs: HubspotNeeds & { webhookTests: PlaceQueue }) {
    const { database, clock, sealer, hubspotEnds } = needs
    const { principal, body } = call
    const accountId = principal.account.id
    const { token, automatic } = body
    if (token === undefined) {
      if (automatic === undefined)
        throw problems.invalidRequest('token', 'Give a token, or say whether to send automatically.')
      await database.transaction(async (tx) => {
        await call.recheck(tx)
        const isConnected = await setAutomatic(tx, accountId, automatic)
        if (!isConnected) throw problems.hubspotNotConnected('HubSpot is not connected. Send a token to connect it.')
        await recordCall(tx, call, 'hubspot.changed', { details: { automatic } })
      })
      return renderConnection(await findConnection(database, clock, accountId))
    }
    call.stepAside?.()
    const leave = await needs.webhookTests.take(accountId)
    const checked = await check(createCrm({ ...hubspotEnds, token }), principal.mode).finally(leave)
    await database.transaction(async (tx) => {
      await lockAccount(tx, accountId)
      await call.recheck(tx)
      await putConnection(tx, clock, sealer, accountId, { ...checked, token, automatic })
      const target = { type: 'hubspot_portal', id: String(checked.portalId) }
      await recordCall(tx, call, 'hubspot.connected', { target, details: { automatic } })
    })
    return renderConnection(await findConnection(database, clock, accountId))
  },
})

/** Portals that hold nobody real. */
const testPortals = ['DEVELOPER_TEST', 'SANDBOX']

async function check(crm: Crm, mode: Mode): Promise<{ portalId: number; appId: number }> {
  const refuse = (message: string) => problems.invalidRequest('token', message)
  try {
    const { hubId, appId, scopes } = await crm.readToken()
    const missing = requiredScopes.filter((scope) => !scopes.includes(scope))
    if (missing.length > 0) {
      throw refuse(`The token lacks scopes: ${missing.join(', ')}. Add them at HubSpot, then connect again.`)
    }
    if (mode === 'test' && !testPortals.includes((await crm.readPortal()).accountType)) {
      throw refuse(
        'In test mode only a test account or a sandbox of HubSpot can be connected. Use a live key for this one.',
      )
    }
    await ensureProperties(crm)
    return { portalId: hubId, appId }
  } catch (error) {
    if (!(error instanceof HubspotFault)) throw error
    if (error.kind === 'token')
      throw refuse('HubSpot refused the token. Copy it again, or create a new one at HubSpot.')
    if (error.kind === 'scopes') {
      const named = error.missingScopes.length > 0 ? `: ${error.missingScopes.join(', ')}` : ''
      throw refuse(`The token lacks scopes${named}. Add them at HubSpot, then connect again.`)
    }
    if (error.kind === 'refused' || error.kind === 'conflict') {
      throw refuse(
        `HubSpot refused to set up the connection (${error.code}). Is it a token of a private app or a service key?`,
      )
    }
    throw problems.hubspotUnavailable(Math.max(1, Math.ceil(error.retryAfterMs / 1_000)))
  }
}
