import { Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import { problems } from '../base/problems.ts'
import { creditLimit } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { personOf, type SessionNeeds, spendsThisMonth } from '../call/session-needs.ts'
import {
  connectionParams,
  connectionResult,
  connectionTarget,
  exampleConnectionResult,
  findVisibleConnection,
  renderConnection,
  setConnectionLimit,
} from './connections.ts'

export const updateConnection = defineOperation({
  id: 'updateConnection',
  method: 'POST',
  path: '/connections/{connection_id}',
  summary: 'Limit a connection',
  description:
    'Sets the most contact credits it may spend in a usage month. Null removes the limit. ' +
    'A limit that an owner or admin set on a member’s connection can be changed only by owners and admins.',
  scope: 'connections:manage',
  meter: 'session',
  request: {
    params: connectionParams,
    body: Type.Object({ credit_limit: creditLimit }, { additionalProperties: false }),
  },
  reply: connectionResult,
  problems: ['resource_not_found', 'admin_required'],
  example: { summary: 'The limited connection', request: { credit_limit: 100 }, reply: exampleConnectionResult },

  async run(call, needs: SessionNeeds) {
    const { principal, params, body } = call
    const accountId = principal.account.id
    const changed = await needs.database.transaction(async (tx) => {
      const caller = await call.recheck(tx)
      const find = () => findVisibleConnection(tx, caller, params.connection_id)
      const connection = { ...(await find()), accountId }
      const isTheirs = await setConnectionLimit(tx, connection, body.credit_limit, personOf(caller))
      if (!isTheirs) throw problems.adminRequired()
      await recordCall(tx, call, 'connection.changed', { target: connectionTarget(connection), details: body })
      return find()
    })
    const spent = await spendsThisMonth(needs, principal, 'connection')
    return { object: 'connection_result' as const, connection: renderConnection(changed, spent) }
  },
})
